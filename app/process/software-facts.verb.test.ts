import { expect, test } from 'vitest'

import { removeApiKey } from '#app/features/ai/config/api-config.server.ts'
import { storeApiKey } from '#app/features/ai/config/api-keys.server.ts'
import { analyticsSettings } from '#app/features/analytics/settings/analytics-settings.server.ts'
import { parseBlock } from '#app/features/content/parse-block.ts'
import { readLegalTexts } from '#app/features/content/legal-texts.server.ts'
import { readTranslation } from '#app/languages/read-translation.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { readSoftwareFacts } from './software-facts.server.ts'

async function privacyPage(ctx: TestCtx): Promise<string> {
  const page = (await readLegalTexts(ctx)).find(({ path }) => path === '/privacy')
  return assertDefined(page, 'the starter has one').body
}

test('the privacy page of a fresh installation reads as the starter has it', async () => {
  const text = await privacyPage(await createTestCtx())
  for (const sentence of [
    'Visitors whose browser sends Do Not Track or Global Privacy Control are not counted',
    'your messages in that conversation go to the provider of the AI model that answers, as our processor',
    'Single page views: 90 days unless set otherwise',
  ])
    expect(text).toContain(sentence)
  expect(text).not.toMatch(/[{}]/)
})

test('its sentences follow the settings', async () => {
  const ctx = asOwner(await createTestCtx())
  await storeApiKey(ctx, 'openai', { key: 'sk-test-123456789012345678901234', baseUrl: null })
  await analyticsSettings.save(ctx, { retentionDays: '30', weeklyMail: 'on' })
  await eventually(async () => {
    const text = await privacyPage(ctx)
    expect(text).toContain('Do Not Track and Global Privacy Control are not taken into account here')
    expect(text).toContain('go to OpenAI, the provider of the AI model that answers')
    expect(text).toContain('Single page views: 30 days')
  })
})

test.each([
  [null, 'go to OpenAI, the provider of the AI model that answers'],
  ['https://llm.agency.example/v1', 'go to llm.agency.example, the provider of the AI model that answers'],
  ['http://127.0.0.1:11434/v1', 'go to our own server, as our processor'],
])('with the address %s the privacy page says that messages %s', async (baseUrl, sentence) => {
  const ctx = asOwner(await createTestCtx())
  await storeApiKey(ctx, 'openai', { key: 'sk-test-123456789012345678901234', baseUrl })
  expect(await privacyPage(ctx)).toContain(sentence)
  await removeApiKey(ctx, 'openai')
  await eventually(async () => expect(await privacyPage(ctx)).not.toContain(sentence))
})

test('it reads in the language of the site', async () => {
  const facts = (await readSoftwareFacts(await createTestCtx()))(await readTranslation('de'), 'de')
  expect(facts['software.visits']).toMatch(/^Besuche werden ohne Cookies gezählt\..* 90 Tage/)
  expect(facts['software.assistant']).toContain('geht an den Anbieter des KI-Modells')
})

test('the block that lists them is filled with nothing but facts there are', async () => {
  const ctx = await createTestCtx()
  const parsed = parseBlock({ id: 'data', type: 'data-practices', version: 1, props: { title: 'Data' } })
  const named = Array.from(JSON.stringify(parsed).matchAll(/\{([a-z]+\.\w+)\}/g), ([, name]) => name)
  const facts = (await readSoftwareFacts(ctx))(null, 'en')
  expect(named.length).toBeGreaterThan(5)
  expect(Object.keys(facts)).toEqual(expect.arrayContaining(named))
  for (const [name, value] of Object.entries(facts)) expect(value, name).not.toBe('')
})
