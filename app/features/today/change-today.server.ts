import { z } from 'zod'

import {
  assignConversation,
  attendConversation,
  waitAgain,
} from '#app/features/chat/conversations/change-conversation.server.ts'
import { assignLead } from '#app/features/leads/change-lead.server.ts'
import { changeLeadWork } from '#app/features/leads/work/change-lead-work.server.ts'
import { markAttended } from '#app/features/notices/own-notices.server.ts'
import { openingAt } from '#app/lib/business-hours.ts'
import { addDays } from '#app/lib/days.ts'
import { dayOf } from '#app/lib/site-day.ts'
import { fromLocalTime } from '#app/lib/zoned-time.ts'
import { DAY, HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { needKinds, type NeedKind, type Snooze, type Undo } from './needs.ts'

const ITEM = /^([a-z]+):([\w.:-]{1,120})$/
/** Used if the business is open at midnight, or has no next opening time. */
const MORNING = '09:00'
/** Marks are deleted after this time; no item this old is listed again. */
const KEEP_MARKS = 400 * DAY

export const itemSchema = z.object({ item: z.string().regex(ITEM, 'There is no such item.') })

/** Parses an item's name for a member who may settle it. @throws {AppError} */
function readItem(ctx: Ctx, item: string): { kind: NeedKind; id: string } {
  const [, name, rest] = ITEM.exec(item) ?? [item]
  const kind = (Object.keys(needKinds) as NeedKind[]).find((known) => known === name)
  if (!kind || rest === undefined)
    throw new AppError('not-found', 'There is no such item. Please reload the page.')
  requireActor(ctx, needKinds[kind].settle)
  const end = rest.lastIndexOf(':')
  return { kind, id: kind === 'chat' || kind === 'step' ? rest.slice(0, end) : rest }
}

/** Takes an item off the list. A conversation stops waiting, and a lead loses its next step. */
export async function settleNeed(ctx: Ctx, { item }: { item: string }): Promise<Undo> {
  const { kind, id } = readItem(ctx, item)
  if (kind === 'step') return { item, did: 'done', before: await takeStep(ctx, id, dayIn(item)) }
  await withTransaction(ctx, async (ctx) => {
    if (kind === 'chat') await attendConversation(ctx, id)
    await markAttended(ctx, kind, id)
    await mark(ctx, item, { done_at: ctx.clock.now(), snoozed_until: null })
  })
  return { item, did: 'done' }
}

async function takeStep(ctx: Ctx, id: string, day: string): Promise<string> {
  const none = { nextStep: null, dueOn: null }
  const { set } = await changeLeadWork(ctx, { id, set: none, seen: { dueOn: day } })
  return set.nextStep ? set.nextStep : ''
}

function dayIn(item: string): string {
  return item.slice(item.lastIndexOf(':') + 1)
}

export async function snoozeNeed(
  ctx: Ctx,
  { item, until }: { item: string; until: Snooze },
): Promise<Undo & { until: number }> {
  readItem(ctx, item)
  const snoozed_until = await instantOf(ctx, until)
  await withTransaction(ctx, (ctx) => mark(ctx, item, { snoozed_until }))
  return { item, did: 'snoozed', until: snoozed_until }
}

/** "In the morning" means the next opening time from that day on, or nine o'clock. */
async function instantOf(ctx: Ctx, until: Snooze): Promise<number> {
  const now = ctx.clock.now()
  if (until === 'hour') return now + HOUR
  const { timeZone, businessHours } = await ctx.site(ctx)
  const day = addDays(dayOf(now, timeZone), until === 'tomorrow' ? 1 : 7)
  const at = (time: string) => fromLocalTime(`${day}T${time}`, timeZone) ?? now + DAY
  const midnight = openingAt(businessHours, timeZone, at('00:00'))
  return midnight.isOpen ? at(MORNING) : (midnight.opensAt ?? at(MORNING))
}

/** An empty memberId unassigns the item. */
export async function assignNeed(
  ctx: Ctx,
  { item, memberId }: { item: string; memberId: string },
): Promise<Undo> {
  const { kind, id } = readItem(ctx, item)
  const before = await withTransaction(ctx, async (ctx) => {
    const assigneeId = memberId === '' ? null : memberId
    if (kind === 'chat') return assignConversation(ctx, { id, assigneeId })
    if (kind === 'inquiry' || kind === 'step') return assignLead(ctx, { id, assigneeId })
    const known = await ctx.db
      .selectFrom('today_mark')
      .select('assignee_id')
      .where('item', '=', item)
      .executeTakeFirst()
    await mark(ctx, item, { assignee_id: assigneeId })
    return known?.assignee_id ?? null
  })
  return { item, did: 'assigned', before: before ?? '' }
}

export async function undoToday(ctx: Ctx, undo: Undo): Promise<void> {
  const { item, did } = undo
  if (did === 'assigned') {
    await assignNeed(ctx, { item, memberId: undo.before })
    return
  }
  const { kind, id } = readItem(ctx, item)
  if (did === 'done' && kind === 'step') {
    const set = { nextStep: undo.before ? undo.before : null, dueOn: dayIn(item) }
    await changeLeadWork(ctx, { id, set, seen: { nextStep: null, dueOn: null } })
    return
  }
  await withTransaction(ctx, async (ctx) => {
    if (did === 'done' && kind === 'chat')
      await waitAgain(ctx, { id, since: Number(item.slice(item.lastIndexOf(':') + 1)) })
    await mark(ctx, item, did === 'done' ? { done_at: null } : { snoozed_until: null })
  })
}

type Change = { done_at?: number | null; snoozed_until?: number | null; assignee_id?: string | null }

async function mark(ctx: Ctx, item: string, change: Change): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('today_mark')
    .where('updated_at', '<', now - KEEP_MARKS)
    .execute()
  await ctx.db
    .insertInto('today_mark')
    .values({ item, done_at: null, snoozed_until: null, assignee_id: null, ...change, updated_at: now })
    .onConflict((conflict) => conflict.column('item').doUpdateSet({ ...change, updated_at: now }))
    .execute()
  await ctx.signals.publish(ctx, TODAY_TOPIC)
}
