import { readContent } from '#app/features/content/site-content.server.ts'
import type { ShownMenus } from '#app/features/content/menus/shown-menus.ts'
import type { Service } from '#app/features/content/services.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { PublicSite } from '#app/ui/use-site.ts'

type SiteFrame = PublicSite & { services: readonly Service[]; menus: ShownMenus }

/** What public pages show of the business, everything that it sells, the menus, and the year of the copyright line. */
export async function readPublicSite(ctx: Ctx): Promise<SiteFrame> {
  const [site, { services, menus }] = await Promise.all([ctx.site(ctx), readContent(ctx)])
  return {
    siteName: site.siteName,
    contactEmail: site.contactEmail,
    socialLinkedin: site.socialLinkedin,
    socialX: site.socialX,
    socialInstagram: site.socialInstagram,
    publicUrl: site.publicUrl,
    services,
    menus,
    look: site.look,
    year: Number(dayOf(ctx.clock.now(), site.timeZone).slice(0, 4)),
  }
}
