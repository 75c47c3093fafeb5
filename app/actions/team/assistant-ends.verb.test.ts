import { expect, test } from 'vitest'

import type { AssistantEvent } from '#app/features/admin/assistant/assistant-events.ts'
import { newId } from '#app/platform/ids.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { FakeBehaviour } from '#tests/fakes/ai-provider/behaviour.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createChatCtx } from '#tests/support/chat-visitor.ts'
import { asOwner, testActor } from '#tests/support/test-ctx.ts'

import { findPaidCalls } from '#app/features/ai/writing/paid-calls.server.ts'

import { confirmProposal } from './confirm.server.ts'
import { converse } from './converse.server.ts'

const call = { clientAddress: '203.0.113.7' }

async function askedOf(ctx: Ctx): Promise<AssistantEvent[]> {
  const events: AssistantEvent[] = []
  const answer = await converse(ctx, [{ role: 'user', content: 'What is new?' }], call)
  for await (const event of answer(new AbortController().signal)) events.push(event)
  return events
}

const endless: FakeBehaviour = {
  kind: 'tool-calls',
  calls: [
    { name: 'get_week', input: {} },
    { name: 'list_leads', input: {} },
  ],
}

test.each<[string, FakeBehaviour, RegExp]>([
  ['that calls without end', endless, /reached its limit of lookups/],
  ['that answers nothing', { kind: 'empty' }, /cannot answer/],
  ['whose answer is cut at its limit', { kind: 'reply', text: 'Once', finish: 'length' }, /cut off/],
  ['whose connection breaks', { kind: 'cut', text: 'Once' }, /cannot answer/],
])('a model %s: a sentence says so', async (_name, behaviour, sentence) => {
  const { ctx, fake } = await createChatCtx()
  fake.answerWith(() => behaviour)
  const events = await askedOf(asOwner(ctx))
  expect(events.at(-1)).toEqual({ type: 'failed', message: expect.stringMatching(sentence) })
  expect(fake.requests.length).toBeLessThan(10)
})

test('there is room for a post, and what it may cost is reserved', async () => {
  const { ctx, fake } = await createChatCtx()
  const reserved = async (maxTokens?: number) => {
    const before = await spent(ctx)
    const pay = await findPaidCalls(ctx)
    await pay({ instructions: '', turns: [], ...(maxTokens !== undefined && { maxTokens }) })
    return (await spent(ctx)) - before
  }
  expect(await reserved(3000)).toBe(3 * (await reserved()))
  await askedOf(asOwner(ctx))
  expect(fake.requests[0]?.body).toMatchObject({ max_tokens: 3000 })
})

test('a proposal that is confirmed twice is done once', async () => {
  const { ctx } = await createChatCtx()
  const owner = asOwner(ctx)
  const proposal = { id: newId(), action: 'add_lead_note', input: { id: await createLead(ctx), note: 'Hi' } }
  const confirm = (as: Ctx = owner, id = proposal.id) => confirmProposal(as, { ...proposal, id }, call)
  const answers = await Promise.all([confirm(), confirm()])
  expect(await confirm()).toEqual(answers[0])
  expect(answers[0]).toEqual(answers[1])
  const notes = async () =>
    (await ctx.db.selectFrom('lead_event').select('id').where('kind', '=', 'note').execute()).length
  expect(await notes()).toBe(1)
  await confirm(owner, newId())
  expect(await notes()).toBe(2)
  await expect(
    confirmProposal(owner, { ...proposal, input: { ...proposal.input, note: 'Other' } }, call),
  ).rejects.toMatchObject({ code: 'conflict' })
  await confirm(asOwner(ctx, { ...testActor, sessionId: 'another session' }))
  expect(await notes()).toBe(3)
})

async function spent(ctx: Ctx): Promise<number> {
  const rows = await ctx.db.selectFrom('chat_usage').select('cost_micros').execute()
  return rows.reduce((sum, { cost_micros }) => sum + cost_micros, 0)
}
