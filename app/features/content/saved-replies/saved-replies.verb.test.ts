import { expect, test } from 'vitest'

import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { saveFacts } from '../facts/save-facts.server.ts'
import { readShortTexts, saveShortTexts } from '../languages/short-texts.server.ts'

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

test('a lead is offered replies in their language, and the owner’s words where none are translated', async () => {
  const ctx = await createCtx()
  await addLanguage(ctx, 'de')
  for (const name of ['One', 'Two']) await keepSavedReply(ctx, { id: '', name, text: `${name} {firstName}` })
  const listed = await readShortTexts(ctx, 'de')
  const { key } = assertDefined(
    listed.find(({ text }) => text === 'One {firstName}'),
    'it is listed',
  )
  await saveShortTexts(ctx, { language: 'de', typed: { [key]: 'Eins {firstName}' } })
  const leadOf = async (language: string | null) => {
    const id = await createLead(ctx, { name: 'Ada Lovelace' })
    await ctx.db.updateTable('lead').set({ language }).where('id', '=', id).execute()
    return (await fillSavedReplies(ctx, { leadId: id })).map((reply) => [reply.text, reply.language])
  }
  expect(await leadOf('de')).toEqual([
    ['Eins Ada', 'de'],
    ['Two Ada', null],
  ])
  for (const language of [null, 'fr'])
    expect(await leadOf(language)).toEqual([
      ['One Ada', null],
      ['Two Ada', null],
    ])
})
