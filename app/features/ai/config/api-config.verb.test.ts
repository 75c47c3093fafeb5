import { expect, test } from 'vitest'

import { providers } from '#app/platform/ai-provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { createTestAiProvider, fakeApis, testKey } from '#tests/support/test-ai-provider.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { readApiConfig, removeApiKey, saveApiConfig } from './api-config.server.ts'
import { findApiKey } from './api-keys.server.ts'
import { testConnection } from './test-connection.server.ts'

const fields = { provider: 'openai', model: 'gpt-4', apiKey: testKey }

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: unknown) => error)
}

test('before anything is saved it is openai with a current small model and no key', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await readApiConfig(ctx)).toEqual({
    provider: 'openai',
    model: 'gpt-6-luna',
    fallback: null,
    keys: {},
  })
})

test('the key is kept encrypted and only its last four characters are ever shown', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveApiConfig(ctx, { ...fields, apiKey: `  ${testKey}\n` })
  const view = await readApiConfig(ctx)
  expect(view.keys).toEqual({ openai: { lastFour: testKey.slice(-4), at: ctx.clock.now(), baseUrl: null } })
  const stored = JSON.stringify([
    view,
    await ctx.db.selectFrom('ai_key').selectAll().execute(),
    await ctx.db.selectFrom('setting').selectAll().execute(),
    ctx.logged,
  ])
  expect(stored).not.toContain(testKey.slice(3, -4))
  expect(await findApiKey(ctx, 'openai')).toEqual({ key: testKey, baseUrl: null })
})

test('a key belongs to its provider: another one never gets it', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveApiConfig(ctx, fields)
  const refusal = await refusalOf(saveApiConfig(ctx, { provider: 'claude', model: 'claude-haiku-4-5' }))
  expect(refusal).toMatchObject({ fields: { apiKey: 'Please enter an API key' } })
  const row = await ctx.db.selectFrom('ai_key').selectAll().executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('ai_key')
    .values({ ...row, provider: 'claude' })
    .execute()
  expect(await findApiKey(ctx, 'claude')).toBeNull()
  expect(ctx.logged.join('')).toContain('chat.key_unreadable')
})

test('the model is changed without typing the key again; a new key replaces the old', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveApiConfig(ctx, fields)
  await saveApiConfig(ctx, { provider: 'openai', model: 'gpt-4o-mini', apiKey: '' })
  expect(await readApiConfig(ctx)).toMatchObject({ model: 'gpt-4o-mini' })
  expect(await findApiKey(ctx, 'openai')).toEqual({ key: testKey, baseUrl: null })
  await saveApiConfig(ctx, { ...fields, apiKey: 'sk-another-key-of-mine' })
  expect(await findApiKey(ctx, 'openai')).toMatchObject({ key: 'sk-another-key-of-mine' })
})

test('a removed key is gone', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveApiConfig(ctx, fields)
  await removeApiKey(ctx, 'openai')
  expect((await readApiConfig(ctx)).keys).toEqual({})
  expect(await findApiKey(ctx, 'openai')).toBeNull()
})

test('a fallback needs a key of its own', async () => {
  const ctx = asOwner(await createTestCtx())
  const withFallback = { ...fields, fallbackProvider: 'gemini', fallbackModel: 'gemini-2.5-flash' }
  expect(await refusalOf(saveApiConfig(ctx, withFallback))).toMatchObject({
    fields: { fallbackProvider: expect.stringContaining('API key') },
  })
  expect((await readApiConfig(ctx)).keys).toEqual({})
  await saveApiConfig(ctx, { provider: 'gemini', model: 'gemini-2.5-flash', apiKey: 'AIza-gemini-key' })
  await saveApiConfig(ctx, withFallback)
  expect(await readApiConfig(ctx)).toMatchObject({
    provider: 'openai',
    fallback: { provider: 'gemini', model: 'gemini-2.5-flash' },
  })
})

test.each([
  [{ ...fields, provider: 'acme' }, { provider: 'Unsupported AI provider' }],
  [{ ...fields, model: ' ' }, { model: 'Please enter a model.' }],
  [{ ...fields, model: 'a/../../models' }, { model: expect.stringContaining('letters') }],
  [{ ...fields, model: 'gpt 4?x=1' }, { model: expect.stringContaining('letters') }],
  [{ ...fields, apiKey: 'sk-with\r\nheader: injected' }, { apiKey: expect.stringContaining('spaces') }],
  [{ ...fields, apiKey: 'sk-schlüssel-ö' }, { apiKey: expect.stringContaining('special') }],
  [{ ...fields, apiKey: ' ' }, { apiKey: 'Please enter an API key' }],
])('%j is refused by its field', async (wrong, faults) => {
  const ctx = asOwner(await createTestCtx())
  const refusal = await refusalOf(saveApiConfig(ctx, wrong))
  expect(refusal).toMatchObject({ fields: faults })
})

test('blanks are no key, also where one is stored', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveApiConfig(ctx, fields)
  const blank = { ...fields, apiKey: '  ' }
  expect(await refusalOf(saveApiConfig(ctx, blank))).toMatchObject({
    fields: { apiKey: 'Please enter an API key' },
  })
  expect(await refusalOf(testConnection(ctx, blank))).toMatchObject({
    fields: { apiKey: 'Please enter an API key first' },
  })
  await saveApiConfig(ctx, { ...fields, apiKey: '' })
})

test('without the owner nothing is read, saved, removed or tried', async () => {
  const ctx: Ctx = await createTestCtx()
  const works = [
    readApiConfig(ctx),
    saveApiConfig(ctx, fields),
    removeApiKey(ctx, 'openai'),
    testConnection(ctx, fields),
  ]
  for (const work of works) await expect(work).rejects.toMatchObject({ code: 'unauthenticated' })
})

for (const provider of fakeApis)
  test(`${provider}: a connection is tried by one message 'Hello', and its words come back`, async () => {
    const fake = await createTestAiProvider()
    const ctx = asOwner(await createTestCtx({ env: fake.env }))
    const asked = { provider, model: 'some-model', apiKey: testKey }
    expect(await testConnection(ctx, asked)).toMatchObject({
      connected: true,
      text: 'API connection tested successfully!',
    })
    expect(fake.requests).toHaveLength(1)
    expect(JSON.stringify(fake.requests[0]?.body)).toContain('Hello')
    expect(JSON.stringify(fake.requests[0]?.body)).toContain('1000')

    fake.behave({ kind: 'error', status: 401, message: `Incorrect API key provided: ${testKey}.` })
    expect(await testConnection(ctx, asked)).toEqual({
      connected: false,
      title: 'Connection Failed',
      text: 'Incorrect API key provided: ••••.',
    })
    fake.behave({ kind: 'refuse' })
    const { label } = providers[provider]
    expect(await testConnection(ctx, asked)).toMatchObject({ text: `Failed to connect to ${label} API` })
    expect(ctx.logged.join('')).not.toContain(testKey)
    expect((await readApiConfig(ctx)).keys).toEqual({})
  })

test('the stored key is tried where none is typed; with neither one is asked for', async () => {
  const fake = await createTestAiProvider()
  const ctx = asOwner(await createTestCtx({ env: fake.env }))
  const typed = { provider: 'openai', model: 'gpt-4', apiKey: '' }
  expect(await refusalOf(testConnection(ctx, typed))).toMatchObject({
    fields: { apiKey: 'Please enter an API key first' },
  })
  await saveApiConfig(ctx, fields)
  expect(await testConnection(ctx, typed)).toMatchObject({ connected: true })
  expect(fake.requests[0]?.headers['authorization']).toBe(`Bearer ${testKey}`)
})

test.each([
  [{ kind: 'malformed', text: 'Hello' }],
  [{ kind: 'cut', text: 'Hello' }],
  [{ kind: 'reset', text: 'Hello' }],
  [{ kind: 'html' }],
  [{ kind: 'lying-encoding' }],
] as const)('a provider that answers by %j is no connection', async (behaviour) => {
  const fake = await createTestAiProvider()
  const ctx = asOwner(await createTestCtx({ env: fake.env }))
  fake.behave(behaviour)
  for (const provider of fakeApis)
    expect(await testConnection(ctx, { provider, model: 'm', apiKey: testKey })).toMatchObject({
      connected: false,
      text: expect.stringMatching(/^Failed to connect to \w+ API$/),
    })
})

test('a short key is stored, and nothing of it is shown', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveApiConfig(ctx, { ...fields, apiKey: 'ollama' })
  expect((await readApiConfig(ctx)).keys).toMatchObject({ openai: { lastFour: '' } })
  expect(await findApiKey(ctx, 'openai')).toMatchObject({ key: 'ollama' })
})

test('a key goes to the address it was saved for, and to another only when typed again', async () => {
  const fake = await createTestAiProvider()
  const ctx = asOwner(await createTestCtx({ env: { FETCH_LOOPBACK: 'on' } }))
  const baseUrl = fake.baseUrls.openai
  await saveApiConfig(ctx, { ...fields, baseUrl: `${baseUrl}/` })
  expect(await findApiKey(ctx, 'openai')).toEqual({ key: testKey, baseUrl })
  expect(await testConnection(ctx, { provider: 'openai', model: 'gpt-4', baseUrl })).toMatchObject({
    connected: true,
  })
  const elsewhere = { provider: 'openai', model: 'gpt-4', baseUrl: 'https://elsewhere.example/v1' }
  for (const send of [saveApiConfig, testConnection])
    expect(await refusalOf(send(ctx, elsewhere))).toMatchObject({
      fields: { apiKey: expect.stringContaining('again') },
    })
  expect(fake.requests).toHaveLength(1)
  await saveApiConfig(ctx, { ...fields, baseUrl: '' })
  expect(await findApiKey(ctx, 'openai')).toEqual({ key: testKey, baseUrl: null })
})

test.each([
  'http://gateway.example/v1',
  'https://user:pass@gateway.example',
  'https://gateway.example/v1?key=1',
  'https://10.0.0.1/v1',
  'https://[::1]/v1',
  'http://127.0.0.1:11434/v1',
  'http://localhost:11434/v1',
  'file:///etc/passwd',
  'gateway',
])('%s is no address for keys', async (baseUrl) => {
  const ctx = asOwner(await createTestCtx())
  expect(await refusalOf(saveApiConfig(ctx, { ...fields, baseUrl }))).toMatchObject({
    fields: { baseUrl: expect.stringContaining('https') },
  })
})

test('without text there is no connection, for a model that only thinks too', async () => {
  const fake = await createTestAiProvider()
  const ctx = asOwner(await createTestCtx({ env: fake.env }))
  for (const provider of fakeApis) {
    fake.behave({ kind: 'empty' })
    const asked = { provider, model: 'gpt-4', apiKey: testKey }
    expect(await testConnection(ctx, asked)).toMatchObject({
      connected: false,
      text: 'The model sent no text.',
    })
    fake.behave({ kind: 'reasoner', text: 'Hello.', tokens: 100_000 })
    expect(await testConnection(ctx, asked)).toMatchObject({
      connected: false,
      text: expect.stringContaining('thinking'),
    })
  }
})
