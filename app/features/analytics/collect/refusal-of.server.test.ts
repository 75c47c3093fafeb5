import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { chromeAgent } from '#tests/factories/hit.ts'
import { corporaOf } from '#tests/support/corpora.ts'

import { countryOf } from './country-of.server.ts'
import { deviceOf } from './read-hit.server.ts'
import { isBot } from './refusal-of.server.ts'

for (const { title, isOwn, isHere, path } of corporaOf('user-agents'))
  test.skipIf(!isHere)(`bots and browsers are told apart (${title})`, () => {
    const read = (name: string) => readFileSync(path(name), 'utf8').split('\n').filter(Boolean)
    const [bots, browsers] = [read('bots.txt'), read('browsers.txt')]
    const missed = bots.filter((agent) => !isBot(agent))
    const wronged = browsers.filter(isBot)
    expect([bots.length, browsers.length]).toEqual(isOwn ? [35, 20] : [626, 555])
    expect(missed.length / bots.length, missed.join('\n')).toBeLessThanOrEqual(0.01)
    expect(wronged.length / browsers.length, wronged.join('\n')).toBeLessThanOrEqual(0.005)
  })

test('agents of our own making', () => {
  for (const agent of ['', '  ', 'curl/8.9.1', 'python-requests/2.32', 'Googlebot/2.1', 'x'.repeat(1001)])
    expect(isBot(agent), agent.slice(0, 30)).toBe(true)
  for (const agent of [chromeAgent, chromeAgent]) expect(isBot(agent)).toBe(false)
})

test.each([
  ['desktop', chromeAgent],
  [
    'desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  ],
  [
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  ],
  ['mobile', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/143.0.0.0 Mobile Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'],
])('a %s: %s', (device, agent) => {
  expect(deviceOf(agent)).toBe(device)
})

test.each([
  ['Europe/Berlin', 'en-US', 'DE'],
  ['Asia/Kolkata', '', 'IN'],
  ['Asia/Calcutta', '', 'IN'],
  ['America/New_York', 'de-DE', 'US'],
  ['Europe/Kyiv', '', 'UA'],
  ['Europe/London', '', 'GB'],
  ['Africa/Kinshasa', '', 'CD'],
  ['UTC', 'de,de-AT;q=0.9,en-US;q=0.5', 'AT'],
  [null, 'zh-Hant-TW,zh;q=0.9', 'TW'],
  ['Mars/Olympus', 'pt-BR', 'BR'],
  ['', 'en', null],
  ['../etc', '', null],
])('time zone %j and languages %j: %j', async (zone, languages, country) => {
  expect(await countryOf(zone, languages)).toBe(country)
})
