import { expect, test } from 'vitest'

import { assistants, crawlerOperators } from './ai-names.ts'
import { channelOf } from './channel-of.ts'

test.each([
  ['direct', null, 'direct'],
  ['google.com', null, 'search'],
  ['google.co.uk', null, 'search'],
  ['search.yahoo.com', null, 'search'],
  ['duckduckgo.com', null, 'search'],
  ['google.com.evil.example', null, 'referral'],
  ['notgoogle.com', null, 'referral'],
  ['chatgpt.com', null, 'ai'],
  ['gemini.google.com', null, 'ai'],
  ['mail.google.com', null, 'email'],
  ['direct', 'chatgpt.com', 'ai'],
  [null, 'Perplexity / referral', 'ai'],
  ['google.com', 'google / cpc / voice-agents', 'paid'],
  ['direct', 'newsletter / email / autumn', 'email'],
  ['linkedin.com', null, 'social'],
  ['l.facebook.com', null, 'social'],
  ['direct', 'flyer', 'campaign'],
  ['news.example.org', null, 'referral'],
  ['chatgpt.com.example', null, 'referral'],
  ['mychatgpt.com', null, 'referral'],
])('from %s with %s somebody came by %s', (referrer, utm, channel) => {
  expect(channelOf({ referrer, utm })?.channel).toBe(channel)
})

test('a page that was reached from another page has no channel', () => {
  expect(channelOf({ referrer: null, utm: null })).toBeNull()
})

test.each(assistants)('$name is known by each of its hosts, their subdomains and labels', (assistant) => {
  for (const host of assistant.hosts) {
    expect(channelOf({ referrer: host, utm: null })).toEqual({ channel: 'ai', assistant: assistant.name })
    expect(channelOf({ referrer: `www.${host}`, utm: null })?.assistant).toBe(assistant.name)
    expect(channelOf({ referrer: 'direct', utm: `${host} / link` })?.assistant).toBe(assistant.name)
  }
  for (const label of assistant.labels)
    expect(channelOf({ referrer: null, utm: label.toUpperCase() })?.assistant).toBe(assistant.name)
})

test('each operator of crawlers is cited', () => {
  for (const { source } of crawlerOperators) expect(source).toMatch(/^(https:\/\/|mailto:)/)
})
