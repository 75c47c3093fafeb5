import { expect, test } from 'vitest'

import { writeAsOwner } from '#app/features/chat/conversations/take-over.server.ts'
import { saveFacts } from '#app/features/content/facts/save-facts.server.ts'
import { backupStatus } from '#app/platform/backup/backup-records.server.ts'
import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.server.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, type TestCtx, testActor } from '#tests/support/test-ctx.ts'

import { assignNeed, settleNeed, snoozeNeed, undoToday } from './change-today.server.ts'
import { listToday } from './list-today.server.ts'

const ctxOfOwner = async () => asOwner(await createTestCtx())

const titlesOf = async (ctx: TestCtx) => (await listToday(ctx)).needs.map(({ title }) => title)

async function waitingChat(ctx: TestCtx, since: number): Promise<string> {
  return createConversation(ctx, [{ text: 'May I talk to a person?' }], { waiting_since: since })
}

async function firstItem(ctx: TestCtx): Promise<string> {
  const [need] = (await listToday(ctx)).needs
  if (!need) throw new Error('Nothing is listed.')
  return need.item
}

async function noteUnanswered(ctx: TestCtx, text: string): Promise<void> {
  await ctx.db
    .insertInto('unanswered_question')
    .values({ id: newId(), asked_at: ctx.clock.now(), text, terms: '', conversation_id: null })
    .execute()
}

test('waiting visitors come first, then what is promised, then what is overdue, then the rest', async () => {
  const ctx = await ctxOfOwner()
  await createLead(ctx, { name: 'Long overdue', company: '' })
  ctx.clock.advance(5 * HOUR)
  await createLead(ctx, { name: 'Just overdue', company: '' })
  ctx.clock.advance(HOUR + MINUTE)
  await createLead(ctx, { name: 'Has ten minutes', company: '' })
  ctx.clock.advance(50 * MINUTE)
  await createLead(ctx, { name: 'Has an hour', company: '' })
  await noteUnanswered(ctx, 'Do you speak Latin?')
  await waitingChat(ctx, ctx.clock.now() - MINUTE)
  expect(await titlesOf(ctx)).toEqual([
    'A visitor waits for a person',
    'Just overdue',
    'Long overdue',
    'Has ten minutes',
    'Has an hour',
    'Do you speak Latin?',
  ])
})

test('an unanswered question leads to the form that answers it', async () => {
  const ctx = await ctxOfOwner()
  await noteUnanswered(ctx, 'Do you speak Latin?')
  const [need] = (await listToday(ctx)).needs
  const id = need?.item.replace('question:', '')
  expect(need?.replyPath).toBe(`/admin/knowledge?tab=text&question=${id}`)
})

test('a backup that nothing followed for two nights is told of, until there is a new one', async () => {
  const ctx = await ctxOfOwner()
  const backUpNow = () => {
    const last = { path: 'p', bytes: 1, rows: 1, files: 0, uploads: 'included', encrypted: false } as const
    return backupStatus.save(ctx, {
      last: { ...last, milliseconds: 1, host: 'h', at: ctx.clock.now() },
      failure: null,
    })
  }
  await backUpNow()
  ctx.clock.advance(2 * DAY)
  expect(await titlesOf(ctx)).toEqual([])
  ctx.clock.advance(13 * HOUR)
  expect(await titlesOf(ctx)).toEqual(['The newest backup is old'])
  await backUpNow()
  expect(await titlesOf(ctx)).toEqual([])
})

test('spam, answered leads and answered chats need nobody', async () => {
  const ctx = await ctxOfOwner()
  await createSpamLead(ctx)
  await createLead(ctx, {}, { status: 'contacted' })
  await createConversation(ctx, [{ text: 'Hello' }])
  expect((await listToday(ctx)).needs).toEqual([])
})

test('the time left is that of the promise, and there is none where the fact names no time', async () => {
  const ctx = await ctxOfOwner()
  const at = ctx.clock.now()
  await createLead(ctx)
  expect((await listToday(ctx)).needs).toMatchObject([{ due: at + HOUR }])
  await saveFacts(ctx, { 'fact.replyWithin': '2 hours' })
  expect((await listToday(ctx)).needs).toMatchObject([{ due: at + 2 * HOUR }])
  await saveFacts(ctx, { 'fact.replyWithin': 'as soon as we can' })
  expect(await listToday(ctx)).toMatchObject({ hasPromise: false, needs: [{ due: null }] })
})

test('what is done leaves the list, and comes back when it is undone', async () => {
  const ctx = await ctxOfOwner()
  await createLead(ctx)
  const undo = await settleNeed(ctx, { item: await firstItem(ctx) })
  expect((await listToday(ctx)).needs).toEqual([])
  await undoToday(ctx, undo)
  expect((await listToday(ctx)).needs).toHaveLength(1)
})

test('a visitor who was seen to no longer waits; undone, waits since the same time; asking anew, is listed anew', async () => {
  const ctx = await ctxOfOwner()
  const since = ctx.clock.now() - MINUTE
  const id = await waitingChat(ctx, since)
  const waitingSince = async () =>
    (
      await ctx.db
        .selectFrom('conversation')
        .select('waiting_since')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).waiting_since
  const undo = await settleNeed(ctx, { item: await firstItem(ctx) })
  expect(await waitingSince()).toBeNull()
  await undoToday(ctx, undo)
  expect(await waitingSince()).toBe(since)
  await settleNeed(ctx, { item: await firstItem(ctx) })
  await ctx.db
    .updateTable('conversation')
    .set({ waiting_since: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
  expect((await listToday(ctx)).needs).toHaveLength(1)
})

test('a visitor who waits for the answer of a member who took over waits again if undone, unless it was answered', async () => {
  const ctx = await ctxOfOwner()
  const since = ctx.clock.now()
  const id = await createConversation(ctx, [{}], { speaker: 'owner', waiting_since: since })
  expect(await titlesOf(ctx)).toEqual(['A visitor waits for your answer'])
  const undo = await settleNeed(ctx, { item: await firstItem(ctx) })
  await undoToday(ctx, undo)
  expect(await titlesOf(ctx)).toHaveLength(1)
  ctx.clock.advance(MINUTE)
  const again = await settleNeed(ctx, { item: await firstItem(ctx) })
  await writeAsOwner(ctx, { id, message: 'Yes.' })
  await expect(undoToday(ctx, again)).rejects.toMatchObject({ code: 'not-found' })
  expect(await titlesOf(ctx)).toEqual([])
})

test('what is snoozed comes back by itself', async () => {
  const ctx = await ctxOfOwner()
  await createLead(ctx)
  const item = await firstItem(ctx)
  await snoozeNeed(ctx, { item, until: 'hour' })
  expect((await listToday(ctx)).needs).toEqual([])
  ctx.clock.advance(HOUR)
  expect((await listToday(ctx)).needs).toHaveLength(1)
  const { until } = await snoozeNeed(ctx, { item, until: 'tomorrow' })
  // The tests' clock starts at noon UTC.
  expect(new Date(until).toISOString()).toMatch(/T09:00:00/)
})

test('a member is assigned, sees it among their own, and it is undone', async () => {
  const root = await createTestCtx()
  const { id: memberId, email } = await createTestOwner(root)
  const ctx = asOwner(root, { ...testActor, memberId, email })
  await createLead(ctx)
  await noteUnanswered(ctx, 'Do you speak Latin?')
  for (const { item } of (await listToday(ctx)).needs) {
    const undo = await assignNeed(ctx, { item, memberId })
    expect(undo).toMatchObject({ before: '' })
  }
  expect((await listToday(ctx, { mine: true })).needs).toHaveLength(2)
  const item = await firstItem(ctx)
  await undoToday(ctx, { item, did: 'assigned', before: '' })
  expect((await listToday(ctx, { mine: true })).needs).toHaveLength(1)
  await expect(assignNeed(ctx, { item, memberId: 'nobody' })).rejects.toMatchObject({ code: 'invalid' })
})

test('a member sees and settles only what the role allows', async () => {
  const ctx = await ctxOfOwner()
  await createLead(ctx)
  await noteUnanswered(ctx, 'Do you speak Latin?')
  const item = await firstItem(ctx)
  const editor = asOwner(ctx, { ...testActor, role: 'editor' })
  expect(await titlesOf(editor)).toEqual(['Do you speak Latin?'])
  await expect(settleNeed(editor, { item })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(settleNeed(ctx, { item: 'nonsense:1' })).rejects.toMatchObject({ code: 'not-found' })
})

test('every instance hears of a new inquiry', async () => {
  const ctx = await ctxOfOwner()
  let heard = 0
  ctx.signals.subscribe(TODAY_TOPIC, () => {
    heard += 1
  })
  await createLead(ctx)
  expect(heard).toBe(1)
})

test('of thousands of inquiries five hundred are listed', async () => {
  const ctx = await ctxOfOwner()
  await createLead(ctx)
  const {
    id,
    idempotency_key: _key,
    ...lead
  } = await ctx.db.selectFrom('lead').selectAll().executeTakeFirstOrThrow()
  for (let at = 0; at < 6; at += 1)
    await ctx.db
      .insertInto('lead')
      .values(
        Array.from({ length: 100 }, (_, n) => ({
          ...lead,
          id: `${id}-${at}-${n}`,
          idempotency_key: `${at}-${n}`,
        })),
      )
      .execute()
  expect(await listToday(ctx)).toMatchObject({ hasMore: true, needs: { length: 500 } })
})
