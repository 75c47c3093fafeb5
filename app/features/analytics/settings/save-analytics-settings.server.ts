import { changedFields } from '#app/platform/audit/changed-fields.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeSetting } from '#app/platform/settings.server.ts'

import { analyticsSettingsSchema } from './analytics-settings-schema.ts'
import { ANALYTICS_SETTING, findAnalyticsSettings } from './analytics-settings.server.ts'

/** Stores how long single events are kept and whose wish is honoured. @throws {FieldErrors} by field. */
export async function saveAnalyticsSettings(
  ctx: Ctx,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  requireActor(ctx)
  const parsed = analyticsSettingsSchema.safeParse({
    retentionDays: fields['retentionDays'],
    honourPrivacy: fields['honourPrivacy'] === 'on',
    weeklyMail: fields['weeklyMail'] === 'on',
  })
  if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
  await withTransaction(ctx, async (ctx) => {
    const changed = changedFields(await findAnalyticsSettings(ctx), parsed.data)
    await storeSetting(ctx, ANALYTICS_SETTING, parsed.data)
    await recordChange(ctx, {
      what: 'settings.analytics',
      fields: changed,
      subject: { id: ANALYTICS_SETTING, path: '/admin/analytics/settings' },
    })
  })
}
