import { changedFields } from '#app/platform/audit/changed-fields.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeSetting } from '#app/platform/settings.server.ts'

import { sessionSettingsSchema } from './session-settings-schema.ts'
import { findSessionSettings, SESSION_SETTING } from './session-settings.server.ts'

/** Stores how long sessions last; those that are open follow it at once. @throws {FieldErrors} by field. */
export async function saveSessionSettings(ctx: Ctx, fields: Readonly<Record<string, string>>): Promise<void> {
  requireActor(ctx)
  const parsed = sessionSettingsSchema.safeParse(fields)
  if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
  await withTransaction(ctx, async (ctx) => {
    const changed = changedFields(await findSessionSettings(ctx), parsed.data)
    await storeSetting(ctx, SESSION_SETTING, parsed.data)
    await recordChange(ctx, {
      what: 'settings.session',
      fields: changed,
      subject: { id: SESSION_SETTING, path: '/admin/account' },
    })
  })
}
