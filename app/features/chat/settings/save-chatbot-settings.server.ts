import { readableText } from '#app/lib/readable-text.ts'
import { changedFields } from '#app/platform/audit/changed-fields.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeSetting } from '#app/platform/settings.server.ts'

import { CHATBOT_SETTING, findChatbotSettings } from './chatbot-settings.server.ts'
import { type ChatbotSettings, chatbotSettingsSchema } from './chatbot-settings-schema.ts'

/** Stores how the assistant speaks, for the next message on. @throws {FieldErrors} by field. */
export async function saveChatbotSettings(ctx: Ctx, fields: Readonly<Record<string, string>>): Promise<void> {
  requireActor(ctx)
  const settings = parseChatbotSettings(fields)
  await withTransaction(ctx, async (ctx) => {
    const changed = changedFields(await findChatbotSettings(ctx), settings)
    await storeSetting(ctx, CHATBOT_SETTING, settings)
    await recordChange(ctx, {
      what: 'settings.chatbot',
      fields: changed,
      subject: { id: CHATBOT_SETTING, path: '/admin/chatbot' },
    })
  })
}

/** The form's fields, `linkDomains` as one domain a line; the test box uses it for settings not yet saved. */
export function parseChatbotSettings(fields: Readonly<Record<string, string>>): ChatbotSettings {
  const texts = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, readableText(value) ?? undefined]),
  )
  const linkDomains = [...new Set((fields['linkDomains'] ?? '').split(/[\s,;]+/).filter(Boolean))]
  const parsed = chatbotSettingsSchema.safeParse({ ...texts, linkDomains })
  if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
  return parsed.data
}
