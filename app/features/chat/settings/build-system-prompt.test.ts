import { expect, test } from 'vitest'

import { buildSystemPrompt } from './build-system-prompt.ts'
import { personalities, responseStyles } from './chatbot-choices.ts'
import type { ChatbotSettings } from './chatbot-settings.server.ts'
import { promptTemplates } from './prompt-templates.ts'

const settings: ChatbotSettings = {
  botName: 'Vox',
  personality: 'professional',
  welcomeMessage: 'Hello',
  systemPrompt: 'You work for {site}. Keep {other} as it is.',
  responseStyle: 'detailed',
  linkDomains: [],
}
const options = { siteName: 'Echo', canary: 'mark' }

test('holds the owner’s prompt with the names filled in, between two marks', () => {
  const prompt = buildSystemPrompt(settings, options)
  expect(prompt).toContain('You work for Echo. Keep {other} as it is.')
  expect(prompt).toContain('Your name is Vox.')
  expect(prompt.startsWith('[mark]')).toBe(true)
  expect(prompt.endsWith('[mark]')).toBe(true)
})

test('each personality and each style makes another prompt', () => {
  const prompts = personalities.flatMap((personality) =>
    responseStyles.map((responseStyle) =>
      buildSystemPrompt({ ...settings, personality, responseStyle }, options),
    ),
  )
  expect(new Set(prompts).size).toBe(16)
})

test('there are four templates, each for this business', () => {
  expect(promptTemplates).toHaveLength(4)
  expect(new Set(promptTemplates.map(({ id }) => id)).size).toBe(4)
  for (const { prompt } of promptTemplates) expect(prompt).toContain('{site}')
})
