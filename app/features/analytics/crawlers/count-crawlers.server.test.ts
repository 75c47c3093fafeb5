import { expect, test } from 'vitest'

import { crawlerOperators } from '../channels/ai-names.ts'

import { crawlerOf } from './count-crawlers.server.ts'

test.each(crawlerOperators.flatMap(({ names }) => names))('%s is known by its name', (name) => {
  expect(crawlerOf(`Mozilla/5.0 (compatible; ${name}/1.0; +https://example.com/bot)`)).toBe(name)
  expect(crawlerOf(`${name.toLowerCase()}/2.1`)).toBe(name)
})

test.each([
  '',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'MyGPTBots/1.0',
  `GPTBot ${'x'.repeat(600)}`,
])('%j names none', (agent) => {
  expect(crawlerOf(agent)).toBeNull()
})

test('a name within another one is not mistaken for it', () => {
  expect(crawlerOf('Mozilla/5.0 (compatible; Claude-User/1.0)')).toBe('Claude-User')
  expect(crawlerOf('Mozilla/5.0 (compatible; Claude-SearchBot/1.0)')).toBe('Claude-SearchBot')
})
