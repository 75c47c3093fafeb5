import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { DAY, HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { isWithin } from '#app/platform/throttle.server.ts'

import { isAllowedOrigin, parseOrigin } from '../assistants/allowed-origins.ts'
import type { Assistant } from '../assistants/read-assistant.server.ts'
import { findAssistant } from '../assistants/read-assistant.server.ts'

const KEPT_FOR = 30 * DAY
const MOST_REFUSALS = 50
const MOST_ORIGINS = 50
const LONGEST_ORIGIN = 200

const perAddress = { name: 'assistant-refusal', limit: 20, windowMs: HOUR }
const perAssistant = { name: 'assistant-refusals', limit: 500, windowMs: HOUR }

/** Stores the origin of a page on which an assistant is not allowed, so that the owner can allow it. */
export async function noteRefusal(
  ctx: Ctx,
  { id }: Pick<Assistant, 'id'>,
  { origin, clientAddress }: { origin: string; clientAddress: string },
): Promise<void> {
  if (origin.length > LONGEST_ORIGIN || origin.includes('*') || parseOrigin(origin) !== origin) return
  if (!(await isWithin(ctx, perAddress, clientAddress)) || !(await isWithin(ctx, perAssistant, id))) return
  const now = ctx.clock.now()
  await withTransaction(ctx, async ({ db }) => {
    await db
      .insertInto('assistant_refusal')
      .values({ assistant_id: id, origin, seen_at: now, times: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['assistant_id', 'origin'])
          .doUpdateSet((set) => ({ seen_at: now, times: set('assistant_refusal.times', '+', 1) })),
      )
      .execute()
    const rows = await db
      .selectFrom('assistant_refusal')
      .select(['origin', 'seen_at'])
      .where('assistant_id', '=', id)
      .orderBy('seen_at', 'desc')
      .execute()
    const gone = rows.filter(({ seen_at }, at) => at >= MOST_REFUSALS || seen_at < now - KEPT_FOR)
    if (gone.length === 0) return
    await db
      .deleteFrom('assistant_refusal')
      .where('assistant_id', '=', id)
      .where(
        'origin',
        'in',
        gone.map((each) => each.origin),
      )
      .execute()
  })
}

/** Lists the origins of the last 30 days that are still refused, the latest first. */
export async function listRefusals(ctx: Ctx, id: string) {
  requireActor(ctx, 'knowledge.read')
  const { settings } = await findAssistant(ctx, id)
  const rows = await ctx.db
    .selectFrom('assistant_refusal')
    .select(['origin', 'seen_at', 'times'])
    .where('assistant_id', '=', id)
    .where('seen_at', '>=', ctx.clock.now() - KEPT_FOR)
    .orderBy('seen_at', 'desc')
    .execute()
  return rows
    .filter(({ origin }) => !isAllowedOrigin(settings.origins, origin))
    .map(({ seen_at: seenAt, ...row }) => ({ ...row, seenAt }))
}

/** @throws {AppError} not-found; {FieldErrors} if there is no room for another origin. */
export async function allowOrigin(
  ctx: Ctx,
  { id, origin: typed }: { id: string; origin: string },
): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  await withTransaction(ctx, async (ctx) => {
    const { name, settings } = await findAssistant(ctx, id)
    const origin = parseOrigin(typed)
    if (origin === null || origin.includes('*'))
      throw new FieldErrors({ origins: 'This is not the address of a site.' })
    await ctx.db
      .deleteFrom('assistant_refusal')
      .where('assistant_id', '=', id)
      .where('origin', '=', origin)
      .execute()
    if (settings.origins.includes(origin)) return
    if (settings.origins.length >= MOST_ORIGINS)
      throw new FieldErrors({ origins: `Please list at most ${MOST_ORIGINS} addresses.` })
    const changed = { ...settings, origins: [...settings.origins, origin] }
    await ctx.db
      .updateTable('assistant')
      .set({ settings: JSON.stringify(changed), updated_at: ctx.clock.now() })
      .where('id', '=', id)
      .execute()
    const subject = { id, title: name, path: `/admin/assistants/${id}` }
    await recordChange(ctx, { what: 'assistant.changed', subject, fields: ['origins'] })
  })
}
