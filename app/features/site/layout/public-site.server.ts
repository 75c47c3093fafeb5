import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { PublicSite } from '#app/ui/use-site.ts'

/** What public pages show of the business, and the year of the copyright line. */
export async function readPublicSite(ctx: Ctx): Promise<PublicSite> {
  const site = await ctx.site(ctx)
  return {
    siteName: site.siteName,
    contactEmail: site.contactEmail,
    socialLinkedin: site.socialLinkedin,
    socialX: site.socialX,
    socialInstagram: site.socialInstagram,
    publicUrl: site.publicUrl,
    year: Number(dayOf(ctx.clock.now(), site.timeZone).slice(0, 4)),
  }
}
