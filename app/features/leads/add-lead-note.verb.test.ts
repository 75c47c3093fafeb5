import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, testActor, type TestCtx } from '#tests/support/test-ctx.ts'

import { addLeadNote, NOTE_MAX } from './add-lead-note.server.ts'

async function notesOf(ctx: TestCtx, leadId: string): Promise<(string | null)[]> {
  const notes = ctx.db.selectFrom('lead_event').select('body').where('kind', '=', 'note').orderBy('id')
  return (await notes.where('lead_id', '=', leadId).execute()).map(({ body }) => body)
}

test('without the owner no note is added', async () => {
  const ctx = await createTestCtx()
  const id = await createLead(ctx)
  await expect(addLeadNote(ctx, { id, note: 'Hello' })).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await notesOf(ctx, id)).toEqual([])
})

test('notes are kept in order, with who wrote them and when, and touch the lead', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, {}, { status: 'won' })
  ctx.clock.advance(MINUTE)
  await addLeadNote(ctx, { id, note: '  First\r\nline <b>two</b> \n' })
  await addLeadNote(ctx, { id, note: 'Second' })
  expect(await notesOf(ctx, id)).toEqual(['First\nline <b>two</b>', 'Second'])
  const [event] = await ctx.db
    .selectFrom('lead_event')
    .select(['actor', 'at'])
    .where('kind', '=', 'note')
    .execute()
  expect(event).toEqual({ actor: testActor.email, at: ctx.clock.now() })
  const lead = await ctx.db.selectFrom('lead').select(['status', 'updated_at']).execute()
  expect(lead).toEqual([{ status: 'won', updated_at: ctx.clock.now() }])
})

test('the longest note is kept whole, one character more is refused', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  await addLeadNote(ctx, { id, note: `${'x'.repeat(NOTE_MAX)}\n ` })
  await expect(addLeadNote(ctx, { id, note: 'x'.repeat(NOTE_MAX + 1) })).rejects.toMatchObject({
    fields: { note: 'Please use at most 5000 characters.' },
  })
  expect(await notesOf(ctx, id)).toEqual(['x'.repeat(5000)])
})

test.each([
  ['nothing', '', 'Please write something.'],
  ['white space', ' \r\n\t ', 'Please write something.'],
  ['NUL', 'a\0b', 'cannot be read'],
  ['a lone surrogate', 'a\uD800', 'cannot be read'],
  ['broken bytes', 'a\uFFFD', 'cannot be read'],
])('a note of %s is refused', async (_kind, note, sentence) => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  await expect(addLeadNote(ctx, { id, note })).rejects.toMatchObject({
    code: 'invalid',
    fields: { note: expect.stringContaining(sentence) },
  })
  expect(await notesOf(ctx, id)).toEqual([])
})

test('a note to an unknown lead is not found', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(addLeadNote(ctx, { id: 'unknown', note: 'Hello' })).rejects.toMatchObject({
    code: 'not-found',
  })
})
