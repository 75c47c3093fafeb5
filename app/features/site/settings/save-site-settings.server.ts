import { changedFields } from '#app/platform/audit/changed-fields.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { findSetting, storeSetting } from '#app/platform/settings.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/topics.ts'
import { isEmailAddress } from '#app/lib/email-address.ts'

import { SITE_SETTING } from './site-settings.server.ts'
import { type SiteSettings, siteSettingsSchema } from './site-settings-schema.ts'

/** Stores how the business shows itself; every page is rendered anew. @throws {FieldErrors} by field. */
export async function saveSiteSettings(ctx: Ctx, fields: Readonly<Record<string, string>>): Promise<void> {
  requireActor(ctx)
  const noticeEmails = (fields['noticeEmails'] ?? '').split(/[\s,;]+/).filter(Boolean)
  const parsed = siteSettingsSchema.safeParse({ ...fields, noticeEmails })
  if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
  const settings: SiteSettings = parsed.data
  if (![settings.contactEmail, ...settings.noticeEmails].every(isEmailAddress))
    throw new FieldErrors({ contactEmail: 'Please enter an e-mail address.' })
  await withTransaction(ctx, async (ctx) => {
    const changed = changedFields(await findSetting(ctx, SITE_SETTING), settings)
    await storeSetting(ctx, SITE_SETTING, settings)
    await recordChange(ctx, {
      what: 'settings.site',
      fields: changed,
      subject: { id: SITE_SETTING, path: '/admin/settings' },
    })
    await ctx.signals.publish(ctx, PAGES_TOPIC)
  })
}
