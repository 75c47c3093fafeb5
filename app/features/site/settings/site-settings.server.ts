import type { Ctx, SiteIdentity } from '#app/platform/context.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import { findSetting, SETTINGS_TOPIC } from '#app/platform/settings.server.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'

import { siteSettingsSchema } from './site-settings-schema.ts'

export const SITE_SETTING = 'site'

/**
 * The site's identity, read once and kept until it changes. The environment gives the first values, the owner's saved
 * ones replace them. While the database is away the last known ones serve, so that pages stay up.
 */
export function createSiteSettings(env: Env, signals: Signals, log: Log): Ctx['site'] {
  let known = identityOf(env, {
    siteName: env.site.name,
    contactEmail: env.site.contactEmail,
    noticeEmails: [],
    socialLinkedin: env.site.socialLinkedin,
    socialX: env.site.socialX,
    socialInstagram: env.site.socialInstagram,
    timeZone: 'UTC',
  })
  // Who asks while it is being read waits for that reading: a page's loaders run side by side and must agree.
  let reading: Promise<SiteIdentity> | null = null
  let begun = 0
  let newest = 0
  for (const topic of [SETTINGS_TOPIC, RESYNC])
    signals.subscribe(topic, () => {
      reading = null
    })

  async function read(ctx: Pick<Ctx, 'db'>): Promise<SiteIdentity> {
    const number = (begun += 1)
    const stored = siteSettingsSchema.safeParse(await findSetting(ctx, SITE_SETTING))
    // A slower reading that began earlier must not bring back what it read.
    if (stored.success && number > newest) {
      newest = number
      known = identityOf(env, stored.data)
    }
    return known
  }

  return async (ctx) => {
    const mine = (reading ??= read(ctx))
    try {
      return await mine
    } catch (error) {
      if (reading === mine) reading = null
      log.warn({ error }, 'settings.unreachable')
      return known
    }
  }
}

type Stored = Omit<SiteIdentity, 'publicUrl' | 'mailFrom'>

function identityOf(env: Env, stored: Stored): SiteIdentity {
  return Object.freeze({
    ...stored,
    publicUrl: env.http.publicUrl,
    mailFrom: env.mailFrom ?? `"${stored.siteName.replaceAll(/["\\]/g, '')}" <${stored.contactEmail}>`,
  })
}
