import { expect, test } from 'vitest'

import { FieldErrors } from '#app/platform/errors.ts'
import { chatbotSettingsFields } from '#tests/factories/chatbot-settings.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { readChatAppearance } from '../assistants/read-assistant.server.ts'

import { chatbotSettings } from './chatbot-settings.server.ts'

test('before anything is saved the specified values hold', async () => {
  const ctx = asOwner(await createTestCtx({ env: { SITE_NAME: 'Echo' } }))
  expect(await chatbotSettings.readAsOwner(ctx)).toMatchObject({
    botName: 'Echo Assistant',
    personality: 'professional',
    responseStyle: 'detailed',
    welcomeMessage: "Hello! I'm your AI assistant. How can I help you learn about our services today?",
    linkDomains: [],
  })
})

test('what is saved is read again, and visitors see their part of it', async () => {
  const ctx = asOwner(await createTestCtx())
  await chatbotSettings.save(ctx, chatbotSettingsFields())
  const linkDomains = ['example.com', 'docs.example.org']
  expect(await chatbotSettings.readAsOwner(ctx)).toEqual({ ...chatbotSettingsFields(), linkDomains })
  expect(await readChatAppearance({ ...ctx, actor: null })).toEqual({
    botName: 'Vox',
    welcomeMessage: 'Good day!',
    linkDomains,
    questions: expect.any(Array),
  })
})

test('without the owner nothing is read or saved', async () => {
  const ctx = await createTestCtx()
  await expect(chatbotSettings.readAsOwner(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(chatbotSettings.save(ctx, chatbotSettingsFields())).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test.each([
  ['botName', ' '],
  ['botName', 'x'.repeat(61)],
  ['personality', 'rude'],
  ['responseStyle', ''],
  ['welcomeMessage', ''],
  ['systemPrompt', ''],
  ['systemPrompt', 'x'.repeat(8001)],
  ['systemPrompt', 'a\0b'],
  ['linkDomains', 'https://example.com'],
  ['linkDomains', 'example.com/path'],
  ['linkDomains', 'localhost'],
  ['linkDomains', '*.example.com'],
  ['linkDomains', '127.0.0.1'],
])('%s %j is refused by its name', async (name, value) => {
  const ctx = asOwner(await createTestCtx())
  const refusal = await chatbotSettings
    .save(ctx, chatbotSettingsFields({ [name]: value }))
    .catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(FieldErrors)
  expect(Object.keys((refusal as FieldErrors).fields)).toEqual([name])
})
