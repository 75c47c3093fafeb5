import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readInquirySource } from './inquiry-request.server.ts'

const site = 'https://agency.example'

function sourceOf(fields: Record<string, string>, referer: string | null = null) {
  return readInquirySource(fields, { publicUrl: site, referer })
}

const unknown = {
  form: 'contact',
  service: null,
  plan: null,
  first_page: null,
  last_page: null,
  referrer: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
}

test('a submission without source fields has no source', () => {
  expect(sourceOf({})).toEqual(unknown)
  expect(sourceOf({ form: '', service: ' ', first_page: '', last_page: '', referrer: '' })).toEqual(unknown)
})

test('a page that only its signed address opens is kept without the signature', () => {
  const signed = `/booking/0192f0c1-7e2b-7d11-9f00-000000000001.${'s'.repeat(43)}`
  const { first_page, last_page } = sourceOf(
    { first_page: `${signed}/move?zone=UTC` },
    `${site}${signed}.data`,
  )
  expect([first_page, last_page]).toEqual([
    '/booking/0192f0c1-7e2b-7d11-9f00-000000000001.…/move',
    '/booking/0192f0c1-7e2b-7d11-9f00-000000000001.….data',
  ])
})

test('pages are kept without their query, but for the campaign of the first', () => {
  const first =
    '/?utm_source=news&utm_medium=mail&utm_campaign=autumn&utm_term=ai&utm_content=top&email=a@b.de'
  expect(sourceOf({ first_page: first, last_page: `${site}/contact?utm_source=other&secret=1#x` })).toEqual({
    ...unknown,
    first_page: '/',
    last_page: '/contact',
    utm_source: 'news',
    utm_medium: 'mail',
    utm_campaign: 'autumn',
    utm_term: 'ai',
    utm_content: 'top',
  })
})

test('a plain post is known by its Referer, the hidden fields come first', () => {
  const referer = `${site}/services/ai-chatbots?utm_source=news`
  expect(sourceOf({}, referer)).toMatchObject({
    first_page: '/services/ai-chatbots',
    last_page: '/services/ai-chatbots',
    utm_source: 'news',
  })
  expect(sourceOf({ first_page: '/about', last_page: '/contact' }, referer)).toMatchObject({
    first_page: '/about',
    last_page: '/contact',
    utm_source: null,
  })
})

test('of a referring site only the host is kept', () => {
  expect(sourceOf({ referrer: 'https://u:p@search.example:8443/find?q=secret' }).referrer).toBe(
    'search.example',
  )
  for (const referrer of [`${site}/about`, 'javascript:alert(1)', 'android-app://x', 'search.example', '//x'])
    expect(sourceOf({ referrer }).referrer, referrer).toBeNull()
})

test.each([
  ['android-app://com.google.android.gm/', 'mail.google.com'],
  ['android-app://com.Slack', 'slack.com'],
  ['android-app://com.linkedin.android/https/www.linkedin.com/feed', 'linkedin.com'],
  ['android-app://org.example.reader/', 'org.example.reader'],
])('an Android app is known by the host of its service: %s', (referrer, host) => {
  expect(sourceOf({ referrer }).referrer).toBe(host)
})

test('what was asked for is kept on one line', () => {
  const source = sourceOf({ form: 'plan', service: ' AI\r\nChatbots ', plan: 'Pro\u0007' })
  expect(source).toMatchObject({ form: 'plan', service: 'AI Chatbots', plan: 'Pro' })
  expect(sourceOf({ service: 'a\0b', plan: '\uD800' })).toEqual(unknown)
})

test('an invalid address is left out', () => {
  expect(sourceOf({ first_page: 'http://[', last_page: 'https://' })).toEqual(unknown)
})

test('every field can be stored and has at most two hundred characters', () => {
  const text = fc.string({ unit: 'binary', minLength: 150, maxLength: 400 })
  const fields = fc.record({
    form: text,
    service: text,
    first_page: text.map((path) => `/${path}?utm_source=${path}`),
  })
  fc.assert(
    fc.property(fields, (given) => {
      for (const value of Object.values(sourceOf(given))) {
        expect((value ?? '').length).toBeLessThanOrEqual(200)
        expect(value ?? '').toSatisfy((kept: string) => kept.isWellFormed())
      }
    }),
  )
  expect(sourceOf({ service: 'x'.repeat(201) }).service).toBe('x'.repeat(200))
  expect(sourceOf({ service: '😀'.repeat(100) }).service).toBe('😀'.repeat(100))
})
