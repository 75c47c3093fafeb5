import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createChatCtx, say } from '#tests/support/chat-visitor.ts'
import { createTestCtx, asOwner, type TestCtx } from '#tests/support/test-ctx.ts'

import { listItems } from '../items/list-items.server.ts'

import { answerQuestion, dropQuestion, findQuestion, listQuestions } from './unanswered-questions.server.ts'

/** Asks questions that the assistant cannot answer, each in its own conversation. */
async function askInVain(questions: readonly string[]): Promise<TestCtx> {
  const { ctx, fake } = await createChatCtx({ env: { LIMITS: 'off' } })
  const input = { reason: 'cannot_answer' }
  fake.behave({ kind: 'tool-call', name: 'offer_contact_form', input, text: 'I do not know.' })
  for (const question of questions) await say(ctx, question)
  return asOwner(ctx)
}

test('questions alike stand together, the most asked first', async () => {
  const ctx = await askInVain([
    'Do you ship to Canada?',
    'What is your VAT number?',
    'do you ship to canada',
    'Shipping to Canada, do you do that?',
  ])
  expect(await listQuestions(ctx)).toMatchObject([
    { text: 'Shipping to Canada, do you do that?', times: 3 },
    { text: 'What is your VAT number?', times: 1, conversationId: expect.any(String) },
  ])
})

test('an answer becomes a text, and its questions are gone', async () => {
  const ctx = await askInVain(['Do you ship to Canada?', 'What is your VAT number?'])
  const first = (await listQuestions(ctx)).find(({ text }) => text.includes('Canada'))
  const { id } = assertDefined(first, 'the question is listed')
  expect(await findQuestion(ctx, id)).toEqual({ id, text: 'Do you ship to Canada?' })
  await expect(answerQuestion(ctx, { id, title: '', text: 'Yes.' })).rejects.toThrow()
  expect(await listQuestions(ctx)).toHaveLength(2)
  await answerQuestion(ctx, { id, title: 'Do you ship to Canada?', text: 'Yes, we do.' })
  expect((await listItems(ctx)).items).toMatchObject([{ kind: 'text', title: 'Do you ship to Canada?' }])
  expect(await listQuestions(ctx)).toMatchObject([{ text: 'What is your VAT number?' }])
})

test('a question can be dropped, and goes with its conversation', async () => {
  const ctx = await askInVain(['Do you ship to Canada?', 'What is your VAT number?'])
  const [one, other] = await listQuestions(ctx)
  await dropQuestion(ctx, assertDefined(one, 'two questions were asked').id)
  expect(await listQuestions(ctx)).toEqual([other])
  await ctx.db.deleteFrom('conversation').execute()
  expect(await listQuestions(ctx)).toEqual([])
})

test('who may only read the knowledge drops and answers no question', async () => {
  const ctx = await askInVain(['Do you ship to Canada?'])
  const [question] = await listQuestions(ctx)
  const { id } = assertDefined(question, 'it was asked')
  for (const role of ['sales', 'viewer'] as const) {
    const reader = asOwner(ctx, (await createTestMember(ctx, { role })).actor)
    await expect(dropQuestion(reader, id)).rejects.toMatchObject({ code: 'forbidden' })
    const answered = answerQuestion(reader, { id, title: 'Canada', text: 'Yes.' })
    await expect(answered).rejects.toMatchObject({ code: 'forbidden' })
    expect(await listQuestions(reader)).toHaveLength(1)
  }
})

test('only the owner sees the list', async () => {
  const ctx = await createTestCtx()
  await expect(listQuestions(ctx)).rejects.toThrow()
  await expect(dropQuestion(ctx, 'x')).rejects.toThrow()
})
