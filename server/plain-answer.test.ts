import { expect, test } from 'vitest'

import { plainAnswer } from './plain-answer.ts'

const answer = { status: 413, title: 'Too large', text: 'Please send less.', requestId: 'abc-1' }

function ask(accept: string | null, headers?: Record<string, string>): Response {
  const request = new Request('http://site.test/', { headers: accept === null ? {} : { accept } })
  return plainAnswer(request, { ...answer, headers })
}

test('a browser gets a page with a way home and the id of its request', async () => {
  const response = ask('text/html,application/xhtml+xml,*/*;q=0.8')
  expect(response.status).toBe(413)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const page = await response.text()
  expect(page).toMatch(/^<!doctype html><html lang="en">/)
  for (const part of [
    '<title>Too large</title>',
    '<h1>Too large</h1>',
    'Please send less.',
    'abc-1',
    'href="/"',
  ])
    expect(page).toContain(part)
})

test.each([null, '*/*', 'application/json'])('a script that accepts %s gets JSON', async (accept) => {
  const response = ask(accept)
  expect(response.status).toBe(413)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toEqual({ error: 'Please send less.', requestId: 'abc-1' })
})

test('headers are sent along, and nothing of it is ever stored', () => {
  for (const accept of ['text/html', 'application/json']) {
    const { headers } = ask(accept, { 'retry-after': '60', 'cache-control': 'public' })
    expect(headers.get('retry-after')).toBe('60')
    expect(headers.get('cache-control')).toBe('no-store')
  }
})
