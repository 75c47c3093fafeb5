import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FormToken, sendInquiry } from './send-inquiry.ts'

type Answer = { status: number; body?: object; headers?: Record<string, string> } | 'unreachable'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { href: 'https://agency.example/contact', origin: 'https://agency.example' })
  vi.stubGlobal('document', { referrer: '', documentElement: { dataset: {} } })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Stubs a site that gives these responses to inquiries, repeating the last, and a new token to each form. */
function siteThatAnswers(...answers: Answer[]) {
  const sent: { at: number; token: string | null }[] = []
  const start = Date.now()
  let tokens = 0
  vi.stubGlobal('fetch', async (path: string, init: { body?: URLSearchParams }) => {
    if (path === '/api/contact-form') return Response.json({ token: `token-${(tokens += 1)}` })
    sent.push({ at: Date.now() - start, token: init.body?.get('token') ?? null })
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? 'unreachable'
    if (answer === 'unreachable') throw new TypeError('fetch failed')
    return answer.body
      ? Response.json(answer.body, answer)
      : new Response('<h1>A proxy’s own page</h1>', answer)
  })
  return { sent }
}

async function outcomeOf() {
  const fields = new FormData()
  fields.set('name', 'Ada')
  const sending = sendInquiry(fields, new FormToken())
  await vi.runAllTimersAsync()
  return sending
}

test('an outage is outlasted under one token, whoever tells of it', async () => {
  const { sent } = siteThatAnswers(
    'unreachable',
    { status: 502 },
    { status: 503, body: { error: 'Our database cannot do this right now.', code: 'unavailable' } },
    { status: 504 },
    { status: 200, body: { sent: true } },
  )
  expect(await outcomeOf()).toEqual({ kind: 'sent' })
  expect(sent.map(({ token }) => token)).toEqual(Array.from({ length: 5 }, () => 'token-1'))
})

test('after a quarter of a minute it has failed', async () => {
  const { sent } = siteThatAnswers('unreachable')
  expect(await outcomeOf()).toEqual({ kind: 'failed' })
  expect(sent.length).toBeGreaterThan(3)
  expect(sent.length).toBeLessThan(10)
  expect(sent.at(-1)?.at).toBeLessThanOrEqual(15_000)
})

test('without a network it has failed at once', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { sent } = siteThatAnswers('unreachable')
  expect(await outcomeOf()).toEqual({ kind: 'failed' })
  expect(sent).toHaveLength(1)
})

test('a form that must wait is sent again when it may, and refused where that is too late', async () => {
  const tooMany = { status: 429, body: { error: 'Please wait.', code: 'too-many' } }
  const soon = siteThatAnswers({ ...tooMany, headers: { 'retry-after': '10' } }, { status: 200, body: {} })
  expect(await outcomeOf()).toEqual({ kind: 'sent' })
  expect(soon.sent.map(({ at }) => at)).toEqual([0, 10_000])
  const late = siteThatAnswers({ ...tooMany, headers: { 'retry-after': '600' } })
  expect(await outcomeOf()).toEqual({ kind: 'refused', error: 'Please wait.', fields: {} })
  expect(late.sent).toHaveLength(1)
})

test('what is wrong with the fields is told at once, and so is a fault', async () => {
  const fields = { email: 'Please enter an e-mail address.' }
  const wrong = siteThatAnswers({
    status: 400,
    body: { error: 'Please look again.', code: 'invalid', fields },
  })
  expect(await outcomeOf()).toEqual({ kind: 'refused', error: 'Please look again.', fields })
  expect(wrong.sent).toHaveLength(1)
  const fault = siteThatAnswers({ status: 500, body: {} })
  expect(await outcomeOf()).toEqual({ kind: 'failed' })
  expect(fault.sent).toHaveLength(1)
})

test('a token that has grown too old is renewed', async () => {
  const { sent } = siteThatAnswers(
    { status: 400, body: { error: 'Too old.', code: 'expired' } },
    { status: 200, body: {} },
  )
  expect(await outcomeOf()).toEqual({ kind: 'sent' })
  expect(sent.map(({ token }) => token)).toEqual(['token-1', 'token-2'])
})
