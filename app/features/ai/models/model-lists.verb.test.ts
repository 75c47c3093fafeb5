import { expect, test } from 'vitest'

import { apiConfig, saveApiConfig } from '#app/features/ai/config/api-config.server.ts'
import { findAccount } from '#app/features/ai/config/find-endpoints.server.ts'
import type { FakeApi } from '#tests/fakes/ai-provider/server.ts'
import { createTestAiProvider, fakeApis, testKey } from '#tests/support/test-ai-provider.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { listedModelOf } from './listed-model-of.server.ts'
import { readModelChoices } from './model-choices.server.ts'
import { findModelList, refreshModelList } from './model-lists.server.ts'
import { findModelWarnings, replaceModel } from './model-warnings.server.ts'
import { refreshModels } from './refresh-models.job.server.ts'

async function connect(provider: FakeApi, model: string) {
  const fake = await createTestAiProvider()
  const ctx = asOwner(await createTestCtx({ env: fake.env }))
  await saveApiConfig(ctx, { provider, model, apiKey: testKey })
  const account = await findAccount(ctx, provider)
  if (!account) throw new Error('A key was saved.')
  return { ctx, fake, account }
}

for (const api of fakeApis)
  test(`${api}: its list is read page by page, without what cannot chat`, async () => {
    const { ctx, fake, account } = await connect(api, 'gpt-4')
    const ids = Array.from({ length: 25 }, (_, at) => ({ id: `chat-${at}` }))
    fake.listModels(api, [...ids, { id: 'text-embedding-9' }], 10)
    expect(await refreshModelList(ctx, account)).toBe(true)
    const models = await findModelList(ctx, api, account.baseUrl)
    expect(models?.map(({ id }) => id)).toEqual(ids.map(({ id }) => id))
    expect(fake.listCalls).toHaveLength(api === 'claude' || api === 'gemini' ? 3 : 1)
    // A list belongs to one base URL only.
    expect(await findModelList(ctx, api, 'https://gateway.example')).toBeNull()
  })

test('a list that cannot be had leaves the last one, and else the built-in one', async () => {
  const { ctx, fake, account } = await connect('claude', 'claude-haiku-5-5')
  fake.listModels('claude', null)
  expect(await refreshModelList(ctx, account)).toBe(false)
  expect((await readModelChoices(ctx)).claude).toMatchObject({
    isTold: false,
    default: 'claude-haiku-5-5',
  })
  fake.listModels('claude', [{ id: 'claude-haiku-9', window: 5_000_000 }])
  expect(await refreshModelList(ctx, account)).toBe(true)
  fake.listModels('claude', null)
  expect(await refreshModelList(ctx, account)).toBe(false)
  expect((await readModelChoices(ctx)).claude).toMatchObject({
    isTold: true,
    default: 'claude-haiku-9',
    models: [{ id: 'claude-haiku-9', ends: null }],
  })
  expect(ctx.logged.join('')).not.toContain(testKey)
})

test('the built-in default is replaced by the default of the provider’s own list', async () => {
  const { ctx, fake } = await connect('openai', 'gpt-6-luna')
  fake.listModels('openai', [{ id: 'gpt-8-mini' }, { id: 'gpt-8-sol' }])
  expect(await listedModelOf(ctx, { provider: 'openai', model: 'gpt-6-luna' })).toBe('gpt-8-mini')
  expect(await listedModelOf(ctx, { provider: 'openai', model: 'gpt-4' })).toBe('gpt-4')
  const faulty = { provider: 'openai', model: 'gpt-6-luna', apiKey: ' ' }
  expect(await listedModelOf(ctx, faulty)).toBe('gpt-6-luna')
})

test.each([
  ['gpt-5-mini', 'ends', 'gpt-6-luna', 'shut down soon'],
  ['gpt-4', 'ended', 'gpt-6.1-sol', 'no longer offered'],
  ['gpt-mystery', 'gone', 'gpt-6-luna', 'no longer offered'],
])('%s is warned of once by mail, and changed with one click', async (model, reason, successor, subject) => {
  const { ctx } = await connect('openai', model)
  const run = { signal: new AbortController().signal }
  for (let day = 0; day < 2; day += 1) await refreshModels.run({ ...ctx, actor: null }, {}, run)
  const warnings = await findModelWarnings(ctx)
  expect(warnings).toMatchObject([{ use: 'model', model, reason, successor }])
  const mails = await ctx.db.selectFrom('email').select(['template', 'subject']).execute()
  expect(mails).toMatchObject([{ template: 'model-ends', subject: expect.stringContaining(subject) }])
  await replaceModel(ctx, { use: 'model', model: successor })
  expect(await findModelWarnings(ctx)).toEqual([])
})

test('there is no warning about a model without an end, or without a key', async () => {
  const { ctx } = await connect('openai', 'gpt-6-luna')
  await refreshModels.run(ctx, {}, { signal: new AbortController().signal })
  expect(await findModelWarnings(ctx)).toEqual([])
  const without = asOwner(await createTestCtx())
  await apiConfig.save(without, { provider: 'openai', model: 'gpt-4', fallback: null })
  expect(await findModelWarnings(without)).toEqual([])
})
