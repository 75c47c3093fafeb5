import { changedFields } from '#app/platform/audit/changed-fields.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeSetting } from '#app/platform/settings.server.ts'

import { CHAT_LIMITS_SETTING, findChatLimits } from './chat-limits.server.ts'
import { chatLimitsSchema } from './chat-limits-schema.ts'

/**
 * Stores the limits, for the next message on.
 * @param fields as a form gives them; `prices` holds one model a line: its name, then dollars for a million tokens in
 * and out, as in `gpt-4o 2.5 10`.
 * @throws {FieldErrors} by field.
 */
export async function saveChatLimits(ctx: Ctx, fields: Readonly<Record<string, string>>): Promise<void> {
  requireActor(ctx)
  const parsed = chatLimitsSchema.safeParse({ ...numbers(fields), prices: pricesOf(fields['prices'] ?? '') })
  if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
  await withTransaction(ctx, async (ctx) => {
    const changed = changedFields(await findChatLimits(ctx), parsed.data)
    await storeSetting(ctx, CHAT_LIMITS_SETTING, parsed.data)
    await recordChange(ctx, {
      what: 'settings.limits',
      fields: changed,
      subject: { id: CHAT_LIMITS_SETTING, path: '/admin/api/limits' },
    })
  })
}

/** An empty field is no number, though JavaScript would read it as 0. */
function numbers(fields: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim() || undefined]))
}

function pricesOf(text: string): { model: string; input: number; output: number }[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, model = '', input, output] = /^(\S+)\s+\$?([\d.]+)\s+\$?([\d.]+)$/.exec(line.trim()) ?? []
    if (model === '')
      throw new FieldErrors({ prices: `Please write a model and two prices, as in gpt-4o 2.5 10: ${line}` })
    return { model, input: Number(input), output: Number(output) }
  })
}
