import { readContent } from '#app/features/content/site-content.server.ts'
import type { Service } from '#app/features/content/services.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { PublicSite } from '#app/ui/use-site.ts'

/** What public pages show of the business, everything that it sells, and the year of the copyright line. */
export async function readPublicSite(ctx: Ctx): Promise<PublicSite & { services: readonly Service[] }> {
  const [site, { services }] = await Promise.all([ctx.site(ctx), readContent(ctx)])
  return {
    siteName: site.siteName,
    contactEmail: site.contactEmail,
    socialLinkedin: site.socialLinkedin,
    socialX: site.socialX,
    socialInstagram: site.socialInstagram,
    publicUrl: site.publicUrl,
    services,
    look: site.look,
    year: Number(dayOf(ctx.clock.now(), site.timeZone).slice(0, 4)),
  }
}
