import { expect, test } from 'vitest'

import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { saveFacts } from '../facts/save-facts.server.ts'

import { deleteSavedReply, fillSavedReplies, keepSavedReply, savedReplies } from './saved-replies.server.ts'

const createCtx = async () => asOwner(await createTestCtx())
const texts = async (ctx: Awaited<ReturnType<typeof createCtx>>) =>
  (await savedReplies.read(ctx)).map(({ name, text }) => [name, text])

test('replies are added, changed, deleted and brought back, in the order of their names', async () => {
  const ctx = await createCtx()
  await keepSavedReply(ctx, { id: '', name: ' Thanks ', text: 'Thank you.' })
  await keepSavedReply(ctx, { id: '', name: 'Call', text: 'May we call?' })
  const [call, thanks] = await savedReplies.read(ctx)
  expect(await texts(ctx)).toEqual([
    ['Call', 'May we call?'],
    ['Thanks', 'Thank you.'],
  ])
  await keepSavedReply(ctx, { id: String(thanks?.id), name: 'Thanks', text: 'Thanks.' })
  const gone = await deleteSavedReply(ctx, { id: String(call?.id) })
  expect(await texts(ctx)).toEqual([['Thanks', 'Thanks.']])
  await expect(deleteSavedReply(ctx, { id: gone.id })).rejects.toMatchObject({ code: 'not-found' })
  await keepSavedReply(ctx, gone)
  expect(await savedReplies.read(ctx)).toMatchObject([call, { text: 'Thanks.' }])
})

test('two who add a reply at the same moment both keep theirs', async () => {
  const ctx = await createCtx()
  await Promise.all(['a', 'b', 'c'].map((name) => keepSavedReply(ctx, { id: '', name, text: name })))
  expect(await texts(ctx)).toHaveLength(3)
})

test.each([
  [{ name: '', text: 'x' }, 'name'],
  [{ name: 'x', text: '  ' }, 'text'],
  [{ name: 'x'.repeat(81), text: 'x' }, 'name'],
  [{ name: 'x', text: 'x'.repeat(5001) }, 'text'],
])('%j is refused with a sentence at its field', async (typed, field) => {
  const ctx = await createCtx()
  await expect(keepSavedReply(ctx, { id: '', ...typed })).rejects.toMatchObject({
    fields: { [field]: expect.stringMatching(/\.$/) },
  })
  expect(await texts(ctx)).toEqual([])
})

test('names and facts stand in place of braces, and what a visitor typed becomes no link', async () => {
  const ctx = await createCtx()
  const leadId = await createLead(ctx, { name: '[Ada](https://evil.example) {replyWithin}' })
  const text = 'Dear {firstName},\n\nwe reply within {replyWithin}. {unknown} stays.'
  await keepSavedReply(ctx, { id: '', name: 'Thanks', text })
  await saveFacts(ctx, { 'fact.replyWithin': '3 hours' })
  const [filled] = await fillSavedReplies(ctx, { leadId })
  expect(filled?.text).toBe('Dear Adahttps://evil.example,\n\nwe reply within 3 hours. {unknown} stays.')
  await expect(fillSavedReplies(ctx, { leadId: 'none' })).rejects.toMatchObject({ code: 'not-found' })
})
