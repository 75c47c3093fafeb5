import { expect, test } from 'vitest'

import { apiConfig } from '#app/features/ai/config/api-config.server.ts'
import { chatbotSettings } from '#app/features/chat/settings/chatbot-settings.server.ts'
import { deleteItem, switchItem } from '#app/features/knowledge/items/change-item.server.ts'
import { rereadItem } from '#app/features/knowledge/items/reread-item.server.ts'
import { emptyReply } from '#app/features/chat/replies/settle-reply.server.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import { startWorker } from '#app/platform/jobs/worker.server.ts'
import type { FakeAiProvider } from '#tests/fakes/ai-provider/server.ts'
import { chatbotSettingsFields } from '#tests/factories/chatbot-settings.ts'
import { createChatCtx } from '#tests/support/chat-visitor.ts'
import { createTexts, readQueued } from '#tests/support/knowledge.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { until } from '#tests/support/until.ts'

import { qualitySettings } from '../quality-settings.server.ts'
import { defaultAssistantSettings } from '#app/features/chat/assistants/assistant-settings.server.ts'
import { deleteAssistant, saveAssistant } from '#app/features/chat/assistants/change-assistants.server.ts'
import { listTestQuestions } from '../questions/list-test-questions.server.ts'
import { addTestQuestion } from '../questions/add-test-question.server.ts'
import {
  changeTestQuestion,
  deleteTestQuestion,
  restoreTestQuestion,
} from '../questions/change-test-question.server.ts'

import { getTestRun, readProgress, readQuality } from './read-runs.server.ts'
import { startTestRun, stopTestRun } from './start-run.server.ts'
import { storeResult } from './store-result.server.ts'
import { watchChanges } from './watch-changes.job.server.ts'

const warranty = 'How long is the warranty on sheds?'

async function prepared(): Promise<{ ctx: TestCtx; fake: FakeAiProvider; item: string; id: string }> {
  const { ctx: visitor, fake } = await createChatCtx()
  const ctx = asOwner(visitor)
  const [item = ''] = await createTexts(ctx, { Warranty: 'The warranty on sheds is 42 months.' })
  const { id } = await addTestQuestion(ctx, { text: warranty, facts: '42 months', sources: 'Warranty' })
  return { ctx, fake, item, id }
}

const answered = (text: string) => ({ kind: 'reply', text, usage: { input: 100, output: 10 } }) as const
const unknown = {
  kind: 'tool-call',
  name: 'offer_contact_form',
  input: { reason: 'cannot_answer' },
  text: 'I do not know.',
} as const

async function run(ctx: TestCtx) {
  await startTestRun(ctx)
  await readQueued(ctx)
  const { runs } = await readQuality(ctx)
  const [last] = runs
  if (!last) throw new Error('There is no run.')
  return last
}

test('a run asks as a visitor would, checks, stores what was used and books the cost twice', async () => {
  const { ctx, fake } = await prepared()
  await addTestQuestion(ctx, { text: 'Who is the mayor of Oslo?', expects: 'unknown' })
  fake.behave(answered('It is **42 months** [1].'), unknown)
  const last = await run(ctx)
  expect(last).toMatchObject({ state: 'done', questions: 2, passed: 2, failed: 0, faults: 0, regressed: 0 })
  expect(last).toMatchObject({ started_by: 'owner', provider: 'openai', model: 'gpt-4', items: 1 })
  expect(JSON.stringify(fake.requests.at(-2)?.body)).toContain('The warranty on sheds is 42 months.')
  const { results } = await getTestRun(ctx, last.id, {})
  expect(results[0]).toMatchObject({
    text: warranty,
    verdict: 'passed',
    change: 'new',
    answer: 'It is **42 months**[1].',
    passages: [{ title: 'Warranty', text: 'The warranty on sheds is 42 months.', isCited: true }],
    checks: [
      { kind: 'fact', expected: ['42 months'], isMet: true },
      { kind: 'source', expected: ['Warranty'], isMet: true },
    ],
    before: null,
  })
  expect(results[1]).toMatchObject({ verdict: 'passed', checks: [{ kind: 'unknown', isMet: true }] })
  const ledger = await ctx.db.selectFrom('chat_usage').select('cost_micros').executeTakeFirstOrThrow()
  const spent = await ctx.db.selectFrom('test_spending').select('cost_micros').executeTakeFirstOrThrow()
  expect(spent).toEqual(ledger)
  expect(last.cost_micros).toBe(spent.cost_micros)
  // Test runs must not add unanswered questions or citations.
  expect(await ctx.db.selectFrom('unanswered_question').select('id').execute()).toEqual([])
  const { cited } = await ctx.db.selectFrom('knowledge_item').select('cited').executeTakeFirstOrThrow()
  expect(cited).toBe(0)
})

test('a regression is shown with the passages of both runs, and an improvement after it', async () => {
  const { ctx, fake, item } = await prepared()
  fake.behave(answered('It is 42 months [1].'))
  await run(ctx)
  await switchItem(ctx, { id: item, isEnabled: false })
  fake.behave(unknown)
  expect(await run(ctx)).toMatchObject({ failed: 1, regressed: 1, changed: ['knowledge'] })
  const { regressed, improved } = await readQuality(ctx)
  expect(improved).toEqual([])
  expect(regressed).toMatchObject([
    {
      text: warranty,
      answer: 'I do not know.',
      passages: [],
      before: { answer: 'It is 42 months[1].', passages: [{ title: 'Warranty', isCited: true }] },
    },
  ])
  expect(regressed[0]?.checks.map(({ isMet }) => isMet)).toEqual([false, false])

  await switchItem(ctx, { id: item, isEnabled: true })
  fake.behave(answered('It is 42 months [1].'))
  expect(await run(ctx)).toMatchObject({ improved: 1, regressed: 0, passed: 1 })
  expect((await readQuality(ctx)).improved).toMatchObject([{ text: warranty, before: { passages: [] } }])
})

test('another assistant is asked with its own prompt and knowledge, and its questions go with it', async () => {
  const { ctx, fake } = await prepared()
  const settings = { ...defaultAssistantSettings('Shop bot'), systemPrompt: 'You sell sheds.' }
  const assistant = await saveAssistant(ctx, { id: 'new', name: 'Shop', collections: [], fields: settings })
  await addTestQuestion(ctx, { text: warranty, expects: 'unknown', assistant })
  await expect(addTestQuestion(ctx, { text: warranty, assistant })).rejects.toThrow()
  await expect(addTestQuestion(ctx, { text: 'Why?', assistant: 'nobody' })).rejects.toMatchObject({
    fields: { assistant: expect.stringContaining('no such assistant') },
  })
  fake.behave(answered('It is 42 months [1].'), unknown)
  expect(await run(ctx)).toMatchObject({ state: 'done', questions: 2, passed: 2 })
  const sent = fake.requests.map(({ body }) => JSON.stringify(body)).filter((body) => /sell sheds/.test(body))
  expect(sent).toHaveLength(1)
  expect(sent[0]).not.toContain('42 months')
  const [question] = (await listTestQuestions(ctx)).questions
  const deletion = await deleteTestQuestion(ctx, String(question?.id))
  await restoreTestQuestion(ctx, deletion.id)
  expect((await listTestQuestions(ctx)).questions[0]).toMatchObject({ assistantId: assistant })
  const again = await deleteTestQuestion(ctx, String(question?.id))
  await deleteAssistant(ctx, { id: assistant })
  await expect(restoreTestQuestion(ctx, again.id)).rejects.toMatchObject({ code: 'conflict' })
  expect((await listTestQuestions(ctx)).total).toBe(1)
})

test('results of a changed question are not compared, and a fault in between hides no regression', async () => {
  const { ctx, fake, id } = await prepared()
  fake.behave(answered('It is 42 months [1].'))
  await run(ctx)
  fake.behave({ kind: 'error', status: 401 })
  expect(await run(ctx)).toMatchObject({ state: 'done', faults: 1, regressed: 0 })
  fake.behave(answered('It is 12 months [1].'))
  expect(await run(ctx)).toMatchObject({ failed: 1, regressed: 1 })
  const fields = { id, expects: 'answer' as const, facts: ['12 months'], sources: [], assistant: 'site' }
  await changeTestQuestion(ctx, { ...fields, text: warranty })
  expect(await run(ctx)).toMatchObject({ passed: 1, improved: 0, regressed: 0 })
  await deleteTestQuestion(ctx, id)
  expect(await ctx.db.selectFrom('test_result').select('id').execute()).toEqual([])
})

test('three failures in a row end a run, and its results stay', async () => {
  const { ctx, fake } = await prepared()
  for (const text of ['One?', 'Two?', 'Three?', 'Four?']) await addTestQuestion(ctx, { text })
  fake.behave({ kind: 'error', status: 401 })
  const last = await run(ctx)
  expect(last).toMatchObject({ state: 'partial', faults: 3, questions: 5 })
  expect(last.reason).toContain('three times in a row')
})

test('a run stops at its own monthly bound and before a cap is used up', async () => {
  const { ctx, fake } = await prepared()
  fake.behave(answered('It is 42 months [1].'))
  await qualitySettings.save(ctx, { monthlyBound: '0.000001' })
  expect(await run(ctx)).toMatchObject({
    state: 'partial',
    passed: 0,
    reason: expect.stringContaining('spending cap for tests'),
  })
  await qualitySettings.save(ctx, { monthlyBound: '5' })
  await ctx.db
    .insertInto('chat_usage')
    .values({ day: '2026-11-21', cost_micros: 8_000_000, replies: 1, input_tokens: 0, output_tokens: 0 })
    .execute()
  expect(await run(ctx)).toMatchObject({ state: 'partial', reason: expect.stringContaining('spending cap') })
  expect((await readQuality(ctx)).spentThisMonth).toBe(0)
})

test('a run is refused without provider or question, and while another is under way', async () => {
  const bare = asOwner(await createTestCtx())
  await expect(startTestRun(bare)).rejects.toThrow('provider')
  expect((await readQuality(bare)).hasProvider).toBe(false)
  const { ctx, id } = await prepared()
  await deleteTestQuestion(ctx, id)
  await expect(startTestRun(ctx)).rejects.toThrow('add a test question')
  await addTestQuestion(ctx, { text: 'Why?' })
  await startTestRun(ctx)
  await expect(startTestRun(ctx)).rejects.toThrow('already running')
  await expect(startTestRun({ ...ctx, actor: null })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a run goes on in another process after a restart, and asks nothing twice', async () => {
  const { ctx, fake } = await prepared()
  await addTestQuestion(ctx, { text: 'Two?' })
  fake.behave(answered('It is 42 months [1].'), { kind: 'hang', text: 'It ' }, answered('Yes [1].'))
  await startTestRun(ctx)
  const first = startWorker(ctx, jobs, [])
  await until(
    'one question is answered and one is asked',
    async () => (await readProgress(ctx))?.passed === 1 && fake.open() === 1,
  )
  await first.drain(0)
  expect(await readProgress(ctx)).toMatchObject({ state: 'running', passed: 1, failed: 0, faults: 0 })
  await readQueued(ctx)
  const asked = fake.requests.map(({ body }) => JSON.stringify(body).includes(warranty))
  expect(asked.filter(Boolean)).toHaveLength(1)
  expect(await readProgress(ctx)).toMatchObject({ state: 'done', passed: 1, failed: 1 })
})

async function newestRun(ctx: TestCtx): Promise<string> {
  const newest = await ctx.db
    .selectFrom('test_run')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return newest.id
}

test('an answer that two processes have made counts once', async () => {
  const { ctx, id } = await prepared()
  await startTestRun(ctx)
  const runId = await newestRun(ctx)
  await ctx.db.updateTable('test_run').set({ state: 'running' }).where('id', '=', runId).execute()
  const { version } = await ctx.db
    .selectFrom('test_question')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const expected = { shouldKnow: true, facts: ['42 months'], sources: [] }
  const question = { id, version, text: warranty, assistantId: 'site', ...expected }
  const answer = {
    runId,
    question,
    made: { ...emptyReply, outcome: 'whole', failure: null, text: '42 months' } as const,
    cost: 5,
  }
  await storeResult(ctx, answer)
  await storeResult(ctx, answer)
  expect(await ctx.db.selectFrom('test_result').select('id').execute()).toHaveLength(1)
  const counted = await ctx.db
    .selectFrom('test_run')
    .select(['cost_micros', 'passed', 'failed'])
    .executeTakeFirstOrThrow()
  expect(counted.cost_micros).toBe(5)
  expect(counted.passed + counted.failed).toBe(1)
})

test('a stopped run stores no more results', async () => {
  const { ctx, fake } = await prepared()
  fake.behave({ kind: 'slow', text: ['It ', 'is ', '42 months [1].'], pause: 20 })
  await startTestRun(ctx)
  const worker = startWorker(ctx, jobs, [])
  await until('a question is asked', () => fake.open() === 1)
  const id = await newestRun(ctx)
  await stopTestRun(ctx, id)
  await worker.whenIdle()
  await worker.drain(0)
  expect(await readProgress(ctx)).toMatchObject({ state: 'partial', passed: 0 })
  expect(await ctx.db.selectFrom('test_result').select('id').execute()).toEqual([])
  await expect(stopTestRun(ctx, id)).rejects.toMatchObject({ code: 'conflict' })
})

test('the last twenty runs are kept', async () => {
  const { ctx, id } = await prepared()
  await deleteTestQuestion(ctx, id)
  await addTestQuestion(ctx, { text: 'Why?' })
  for (let n = 0; n < 22; n += 1) {
    await startTestRun(ctx)
    await stopTestRun(ctx, await newestRun(ctx))
  }
  expect((await readQuality(ctx)).runs).toHaveLength(20)
})

const look = (ctx: TestCtx) => watchChanges.run(ctx, {}, { signal: new AbortController().signal })
const countRuns = async (ctx: TestCtx) => (await ctx.db.selectFrom('test_run').select('id').execute()).length

test('a change of prompt, model or knowledge is tested once it has been quiet for ten minutes', async () => {
  const { ctx: owner, fake, item } = await prepared()
  const ctx = { ...owner, actor: null }
  fake.behave(answered('It is 42 months [1].'))
  await look(ctx)
  expect(await countRuns(ctx)).toBe(0)
  await run(owner)

  const settled = async () => {
    const before = await countRuns(ctx)
    await look(ctx)
    ctx.clock.advance(9 * MINUTE)
    await look(ctx)
    expect(await countRuns(ctx)).toBe(before)
    ctx.clock.advance(MINUTE)
    await look(ctx)
    await readQueued(ctx)
    return (await countRuns(ctx)) - before
  }
  expect(await settled()).toBe(0)
  await rereadItem(owner, item)
  await readQueued(ctx)
  expect(await settled()).toBe(0)
  await chatbotSettings.save(owner, chatbotSettingsFields())
  expect(await settled()).toBe(1)
  expect((await readQuality(owner)).runs[0]).toMatchObject({ started_by: 'change', changed: ['prompt'] })
  await apiConfig.save(owner, { provider: 'openai', model: 'gpt-6-luna', fallback: null })
  expect(await settled()).toBe(1)
  await deleteItem(owner, item)
  expect(await settled()).toBe(1)
  expect((await readQuality(owner)).runs[0]).toMatchObject({ changed: ['knowledge'] })
  await qualitySettings.save(owner, { monthlyBound: '2' })
  await createTexts(owner, { More: 'More text.' })
  expect(await settled()).toBe(0)
})

test('a change that was taken back is not tested, and one during others waits for the last', async () => {
  const { ctx, fake } = await prepared()
  fake.behave(answered('It is 42 months [1].'))
  await run(ctx)
  const saveModel = (model: string) => apiConfig.save(ctx, { provider: 'openai', model, fallback: null })
  await saveModel('gpt-6-luna')
  await look(ctx)
  ctx.clock.advance(9 * MINUTE)
  await saveModel('gpt-6.1-sol')
  await look(ctx)
  ctx.clock.advance(9 * MINUTE)
  await look(ctx)
  await saveModel('gpt-4')
  ctx.clock.advance(9 * MINUTE)
  await look(ctx)
  await saveModel('gpt-6.1-sol')
  await look(ctx)
  expect(await countRuns(ctx)).toBe(1)
})
