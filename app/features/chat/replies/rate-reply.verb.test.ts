import { expect, test } from 'vitest'

import { readConversationListQuery } from '#app/features/chat/conversations/conversation-list-query.ts'
import {
  exportTranscriptAsJson,
  exportTranscriptAsText,
} from '#app/features/chat/conversations/export-conversations.server.ts'
import {
  listConversations,
  readConversationFigures,
} from '#app/features/chat/conversations/list-conversations.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.server.ts'
import { createChatCtx, messagesOf, say } from '#tests/support/chat-visitor.ts'
import { asOwner, type TestCtx } from '#tests/support/test-ctx.ts'

import { rateReply } from './rate-reply.server.ts'
import { readConversation } from './read-conversation.server.ts'

const hostile = '<img src=x onerror=alert(1)> [a](javascript:b) \u202Egnp.exe =cmd|x!A1'

async function replied() {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'reply', text: 'Hello.' })
  const { conversationId: id, token } = await say(ctx, 'Hello?')
  const messages = await messagesOf(ctx)
  const [question, reply] = messages.map((message) => message.id)
  const rate = (body: object, of: { id?: string; token?: string | null } = {}) =>
    rateReply(ctx, { id, token, clientAddress: '203.0.113.7', ...of, body })
  return { ctx, id, token, question, replyId: reply, rate }
}

const found = async (ctx: TestCtx, search: string) =>
  (await listConversations(asOwner(ctx), readConversationListQuery(new URLSearchParams(search)))).total

test('a rating is kept with its reply, changed and taken back', async () => {
  const { ctx, id, token, replyId, rate } = await replied()
  const ratings = async () =>
    (await readConversation(ctx, { id, token })).messages.map(({ rating }) => rating)
  await rate({ replyId, rating: 'helpful', comment: '' })
  expect(await ratings()).toEqual([null, { rating: 'helpful', comment: '' }])
  await rate({ replyId, rating: 'unhelpful', comment: ` ${hostile}\r\n ` })
  expect(await ratings()).toEqual([null, { rating: 'unhelpful', comment: hostile }])
  await rate({ replyId, rating: null, comment: 'left over' })
  expect(await ratings()).toEqual([null, null])
  expect((await messagesOf(ctx)).at(-1)).toMatchObject({ rating: null, rating_comment: null, rated_at: null })
})

test('the owner finds rated conversations, sees figures, and exports rating and comment', async () => {
  const { ctx, id, replyId, rate } = await replied()
  const owner = asOwner(ctx)
  await say(ctx, 'Another conversation')
  await rate({ replyId, rating: 'unhelpful', comment: hostile })
  const counts = async () =>
    Promise.all(['unhelpful', 'helpful', 'comment'].map((rating) => found(ctx, `rating=${rating}`)))
  expect(await counts()).toEqual([1, 0, 1])
  await rate({ replyId, rating: 'helpful', comment: '' })
  expect(await counts()).toEqual([0, 1, 0])
  expect(await readConversationFigures(owner)).toMatchObject({ helpful: 1, unhelpful: 0, waiting: 0 })
  await rate({ replyId, rating: 'unhelpful', comment: hostile })
  expect(await exportTranscriptAsText(owner, id)).toContain(`[Rated not helpful: ${hostile}]`)
  expect(JSON.parse(await exportTranscriptAsJson(owner, id))).toMatchObject({
    messages: [{}, { rating: 'unhelpful', comment: hostile }],
  })
  ctx.clock.advance(31 * DAY)
  expect(await readConversationFigures(owner)).toMatchObject({ helpful: 0, unhelpful: 0 })
})

test('only the conversation’s own visitor rates, and only its finished replies', async () => {
  const { ctx, id, question, replyId, rate } = await replied()
  const other = await say(ctx, 'Other')
  const body = { replyId, rating: 'helpful', comment: '' }
  const elsewhere = { id: other.conversationId, token: other.token }
  for (const whose of [{ token: null }, { token: 'wrong' }, { id: newId() }, elsewhere])
    await expect(rate(body, whose)).rejects.toMatchObject({ code: 'not-found' })
  await expect(rate(body, { id, token: other.token })).rejects.toMatchObject({ code: 'not-found' })
  for (const wrong of [question, newId()])
    await expect(rate({ ...body, replyId: wrong })).rejects.toMatchObject({ code: 'not-found' })
  await ctx.db
    .updateTable('chat_message')
    .set({ outcome: 'failed' })
    .where('author', '=', 'assistant')
    .execute()
  await expect(rate(body)).rejects.toMatchObject({ code: 'not-found' })
  expect((await messagesOf(ctx)).filter(({ rating }) => rating !== null)).toEqual([])
})

test('invalid ratings are refused, and so are comments that are too long or unreadable', async () => {
  const { replyId, rate } = await replied()
  const body = { replyId, rating: 'helpful', comment: '' }
  const wrong = [
    {},
    [],
    null,
    { ...body, rating: 'up' },
    { ...body, more: 1 },
    { ...body, replyId: "' or 1" },
  ]
  for (const each of [...wrong, { replyId, rating: 'helpful' }, { ...body, comment: 5 }])
    await expect(rate(each as object)).rejects.toMatchObject({ code: 'invalid' })
  for (const comment of ['x'.repeat(1001), 'a\0b', '\uD800'])
    await expect(rate({ ...body, comment })).rejects.toMatchObject({
      fields: { comment: expect.any(String) },
    })
  await rate({ ...body, comment: 'é'.repeat(1000) })
})

test('ratings are paced by address', async () => {
  const { replyId, rate } = await replied()
  const body = { replyId, rating: 'helpful', comment: '' }
  for (let n = 0; n < 30; n += 1) await rate(body)
  await expect(rate(body)).rejects.toMatchObject({ code: 'too-many' })
})
