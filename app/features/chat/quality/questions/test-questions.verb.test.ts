import { expect, test } from 'vitest'

import { eraseConversation } from '#app/features/chat/conversations/delete-conversation.server.ts'
import { erasePersonalData } from '#app/features/privacy/erase-personal-data.server.ts'
import { exportPersonalData } from '#app/features/privacy/export-personal-data.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createChatCtx } from '#tests/support/chat-visitor.ts'
import { createTexts } from '#tests/support/knowledge.ts'
import { asOwner, createTestCtx, testActor, type TestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { addTestQuestion } from './add-test-question.server.ts'
import { changeTestQuestion } from './change-test-question.server.ts'
import { generateQuestions } from './generate-questions.server.ts'
import { getTestQuestion, listTestQuestions, proposeFromMessage } from './list-test-questions.server.ts'

const { signal } = new AbortController()
const owned = async () => asOwner(await createTestCtx())

test('a question is added with what is expected, listed, found and changed', async () => {
  const ctx = await owned()
  const [item] = await createTexts(ctx, { Warranty: 'The warranty is five years.' })
  const { id } = await addTestQuestion(ctx, {
    text: '  How long is the\nwarranty? ',
    facts: 'five years | 60 months\n\n',
    sources: 'Warranty',
  })
  await addTestQuestion(ctx, { text: 'Who is the mayor?', expects: 'unknown', facts: 'ignored' })
  const { questions, total } = await listTestQuestions(ctx)
  expect(total).toBe(2)
  expect(questions.map(({ text }) => text)).toEqual(['Who is the mayor?', 'How long is the warranty?'])
  expect(questions[0]).toMatchObject({ shouldKnow: false, facts: [], sources: [], verdict: null })
  expect(questions[1]).toMatchObject({
    shouldKnow: true,
    facts: ['five years | 60 months'],
    sources: [{ source: item, title: 'Warranty', isGone: false }],
    version: 1,
  })
  expect((await listTestQuestions(ctx, { q: 'mayor' })).total).toBe(1)

  const same = {
    id,
    expects: 'answer' as const,
    facts: ['five years | 60 months'],
    sources: ['Warranty'],
    assistant: 'site',
  }
  await changeTestQuestion(ctx, { ...same, text: 'How long is the warranty?' })
  expect(await getTestQuestion(ctx, id)).toMatchObject({ version: 1, sources: ['Warranty'] })
  await changeTestQuestion(ctx, { ...same, text: 'How long does the warranty last?' })
  expect(await getTestQuestion(ctx, id)).toMatchObject({ version: 2 })
  await expect(changeTestQuestion(ctx, { ...same, text: 'Who is the mayor?' })).rejects.toMatchObject({
    fields: { text: expect.stringContaining('already') },
  })
})

test('what cannot be a test question is refused with a sentence', async () => {
  const ctx = await owned()
  const refused: [object, object][] = [
    [{ text: ' ' }, { text: 'Please enter a question.' }],
    [{ text: 'a\0b' }, { text: expect.stringContaining('cannot be read') }],
    [{ text: 'a'.repeat(501) }, { text: 'Please use at most 500 characters.' }],
    [{ text: 'Why?', sources: '/nowhere' }, { sources: expect.stringContaining('“/nowhere”') }],
    [{ text: 'Why?', facts: 'x\n'.repeat(3) + 'y'.repeat(201) }, { facts: expect.any(String) }],
    [{ text: 'Why?', facts: Array.from({ length: 11 }, (_, n) => `${n}`) }, { facts: expect.any(String) }],
    [{ text: 'Why?', expects: 'magic' }, { expects: 'Please choose what you expect.' }],
  ]
  for (const [input, fields] of refused)
    await expect(addTestQuestion(ctx, input)).rejects.toMatchObject({ fields })
  await addTestQuestion(ctx, { text: 'Why?' })
  await expect(addTestQuestion(ctx, { text: 'WHY?' })).rejects.toMatchObject({
    fields: { text: expect.stringContaining('already') },
  })
  await expect(addTestQuestion({ ...ctx, actor: null }, { text: 'Who?' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

async function fill(ctx: TestCtx, count: number): Promise<void> {
  const row = { created_at: 0, version: 1, origin: 'owner' as const, conversation_id: null }
  const rows = Array.from({ length: count }, (_, n) => ({
    ...row,
    id: `question-${String(n).padStart(3, '0')}`,
    text: `Question ${n}?`,
    search: `question ${n}?`,
    should_know: 1,
    facts: '[]',
    sources: '[]',
  }))
  for (let at = 0; at < rows.length; at += 100)
    await ctx.db
      .insertInto('test_question')
      .values(rows.slice(at, at + 100))
      .execute()
}

test('there are at most 500, in pages', async () => {
  const ctx = await owned()
  await fill(ctx, 500)
  expect(await listTestQuestions(ctx, { page: 20 })).toMatchObject({ total: 500, page: 20, pages: 20 })
  await createTexts(ctx, { Hours: '# Can we call at night?\n\nYes, at any hour.' })
  const conflict = { code: 'conflict', message: expect.stringContaining('which is the maximum') }
  await expect(addTestQuestion(ctx, { text: 'One more?' })).rejects.toMatchObject(conflict)
  await expect(generateQuestions(ctx, signal)).rejects.toMatchObject(conflict)
})

test('a visitor’s question comes with what the reply cited, and goes with its conversation', async () => {
  const ctx = await owned()
  const [item] = await createTexts(ctx, { Warranty: 'The warranty is five years.' })
  const sources = JSON.stringify([{ number: 1, title: 'Warranty', page: null, href: null, text: 'The' }])
  const conversationId = await createConversation(ctx, [
    { text: 'How long is the warranty?' },
    { author: 'assistant', text: 'Five years.', sources },
  ])
  const message = await ctx.db
    .selectFrom('chat_message')
    .select('id')
    .where('author', '=', 'visitor')
    .executeTakeFirstOrThrow()
  const proposed = await proposeFromMessage(ctx, message.id)
  expect(proposed).toEqual({
    text: 'How long is the warranty?',
    sources: ['Warranty'],
    conversationId,
    assistantId: 'site',
  })
  expect(await proposeFromMessage(ctx, 'gone')).toBeNull()
  const editor = asOwner(ctx, { ...testActor, role: 'editor' })
  expect(await proposeFromMessage(editor, message.id)).toBeNull()

  const { id } = await addTestQuestion(ctx, {
    text: 'How long is the warranty?',
    sources: 'Warranty',
    conversationId,
    origin: 'conversation',
  })
  expect(await getTestQuestion(ctx, id)).toMatchObject({ origin: 'conversation', conversationId })
  expect((await listTestQuestions(ctx)).questions[0]?.sources[0]?.source).toBe(item)
  await eraseConversation(ctx, conversationId)
  expect((await listTestQuestions(ctx)).total).toBe(0)
  await expect(addTestQuestion(ctx, { text: 'Why?', conversationId })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('what is handed over about a person tells their questions', async () => {
  const ctx = await owned()
  const address = 'ann@example.com'
  const conversationId = await createConversation(ctx, [{ text: `I am ${address}. Do you lend boats?` }])
  await addTestQuestion(ctx, { text: 'Do you lend boats?', conversationId, origin: 'rating' })
  const data = JSON.parse(await wholeText(await exportPersonalData(ctx, { address }))) as object
  expect(data).toMatchObject({ conversations: [{ test_questions: [{ text: 'Do you lend boats?' }] }] })
})

test('an erased address disappears from questions of others', async () => {
  const ctx = await owned()
  await addTestQuestion(ctx, { text: 'Does ann@example.com work here?' })
  await erasePersonalData(ctx, { address: 'ann@example.com' })
  expect((await listTestQuestions(ctx)).questions[0]?.text).toBe('Does [erased] work here?')
  expect((await listTestQuestions(ctx, { q: 'ann@example.com' })).total).toBe(0)
})

const knowledge = {
  Plans:
    '# Starter\n\nThe plan costs $2,999 and is ready in two weeks, with support for thirty days after it.',
  Hours: '# Can we call at night?\n\nYes, at any hour.',
}

test('without a provider questions are made from headings and prices, each once', async () => {
  const ctx = await owned()
  await expect(generateQuestions(ctx, signal)).rejects.toMatchObject({ code: 'conflict' })
  await createTexts(ctx, knowledge)
  expect(await generateQuestions(ctx, signal)).toEqual({ added: 3, by: 'rule' })
  const { questions } = await listTestQuestions(ctx)
  expect(questions.map(({ text }) => text).toSorted()).toEqual([
    'Can we call at night?',
    'What can you tell me about “Starter”?',
    'What does Starter cost?',
  ])
  expect(questions.every(({ origin }) => origin === 'site')).toBe(true)
  expect(questions.find(({ text }) => text.includes('cost'))).toMatchObject({
    facts: ['$2,999'],
    sources: [{ title: 'Plans' }],
  })
  await expect(generateQuestions(ctx, signal)).rejects.toThrow('already been added')
})

test('with a provider one call writes them, is paid for, and falls back to headings', async () => {
  const { ctx: visitor, fake } = await createChatCtx()
  const ctx = asOwner(visitor)
  await createTexts(ctx, { Plans: knowledge.Plans })
  fake.behave({
    kind: 'reply',
    text: '1 | How much is the Starter plan? | $2,999\n1 | Who invented it? | Ada',
    usage: { input: 1000, output: 100 },
  })
  const before = fake.requests.length
  expect(await generateQuestions(ctx, signal)).toEqual({ added: 1, by: 'model' })
  expect(fake.requests.length - before).toBe(1)
  expect((await listTestQuestions(ctx)).questions[0]).toMatchObject({
    text: 'How much is the Starter plan?',
    facts: ['$2,999'],
  })
  const [ledger] = await ctx.db.selectFrom('chat_usage').select('cost_micros').execute()
  const [spent] = await ctx.db.selectFrom('test_spending').select('cost_micros').execute()
  expect(spent?.cost_micros).toBeGreaterThan(0)
  expect(spent).toEqual(ledger)

  fake.behave({ kind: 'error', status: 401 })
  expect(await generateQuestions(ctx, signal)).toEqual({ added: 2, by: 'rule' })
})
