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
  let isFresh = false
  for (const topic of [SETTINGS_TOPIC, RESYNC])
    signals.subscribe(topic, () => {
      isFresh = false
    })

  return async (ctx) => {
    if (isFresh) return known
    try {
      // Set before the reading, so that a change told of meanwhile is read again.
      isFresh = true
      const stored = siteSettingsSchema.safeParse(await findSetting(ctx, SITE_SETTING))
      if (stored.success) known = identityOf(env, stored.data)
    } catch (error) {
      isFresh = false
      log.warn({ error }, 'settings.unreachable')
    }
    return known
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
