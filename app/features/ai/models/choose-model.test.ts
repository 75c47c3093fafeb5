import { expect, test } from 'vitest'

import { defaultModel, endOf, isChatModel, isListed, isNear, successorOf } from './choose-model.ts'

const today = '2026-11-22'
const listOf = (...ids: string[]) => ids.map((id) => ({ id }))
const openai = [
  ...listOf(
    'gpt-4o-mini',
    'gpt-5.4-mini',
    'gpt-5.6-luna',
    'gpt-6-luna',
    'gpt-6-luna-2026-09-22',
    'gpt-6.1-sol',
  ),
  { id: 'gpt-6.1-terra' },
]
const gemini = listOf(
  'gemini-2.5-flash',
  'gemini-3.1-flash-lite-preview',
  'gemini-3.5-flash-lite',
  'gemini-3.8-flash',
)

test('the default is the newest small model of the list that lasts', () => {
  expect(defaultModel('openai', openai, today)).toBe('gpt-6-luna')
  expect(
    defaultModel('claude', listOf('claude-opus-5-5', 'claude-haiku-4-5', 'claude-haiku-5-5'), today),
  ).toBe('claude-haiku-5-5')
  expect(defaultModel('gemini', gemini, today)).toBe('gemini-3.5-flash-lite')
  expect(defaultModel('deepseek', listOf('deepseek-v4-flash', 'deepseek-flash'), today)).toBe(
    'deepseek-flash',
  )
  const ending = [{ id: 'gpt-7-mini', ends: '2026-12-31' }, ...openai]
  expect(defaultModel('openai', ending, today)).toBe('gpt-6-luna')
  expect(defaultModel('openai', listOf('llama3.2:1b'), today)).toBe('llama3.2:1b')
})

test('a successor is of the same kind where the list has one', () => {
  const after = (model: string) => successorOf(model, { provider: 'openai', models: openai, today })
  expect([after('gpt-4o-mini'), after('gpt-5'), after('gpt-4'), after('mystery')]).toEqual([
    'gpt-6-luna',
    'gpt-6.1-sol',
    'gpt-6.1-sol',
    'gpt-6-luna',
  ])
  expect(successorOf('gemini-2.5-flash', { provider: 'gemini', models: gemini, today })).toBe(
    'gemini-3.8-flash',
  )
})

test('a model’s end comes from the list or is built in, for dated names too', () => {
  expect(endOf('openai', 'gpt-7', [{ id: 'gpt-7', ends: '2030-01-01' }])).toBe('2030-01-01')
  expect(endOf('openai', 'gpt-4o-2024-08-06', [])).toBe('2027-01-14')
  expect(endOf('openai', 'gpt-6-luna', openai)).toBeUndefined()
  expect([isNear('2027-01-21', today), isNear('2027-01-22', today), isNear('2026-01-01', today)]).toEqual([
    true,
    false,
    true,
  ])
})

test('a name without its date counts as listed', () => {
  expect(isListed('claude-sonnet-4-5', listOf('claude-sonnet-4-5-20250929'))).toBe(true)
  expect(isListed('gpt-4', listOf('gpt-4o', 'gpt-4.1'))).toBe(false)
})

test.each([
  'gpt-image-2',
  'text-embedding-3-small',
  'gpt-realtime-2',
  'gpt-4o-mini-tts',
  'gpt-5-codex',
  'whisper-1',
  'gemini-3.8-live',
  'gpt-3.5-turbo-instruct',
])('%s cannot chat', (id) => expect(isChatModel(id)).toBe(false))

test.each(['gpt-6-luna', 'gpt-4', 'o3', 'claude-haiku-5-5', 'gemini-3.5-flash-lite', 'llama-3-8b-instruct'])(
  '%s can',
  (id) => expect(isChatModel(id)).toBe(true),
)
