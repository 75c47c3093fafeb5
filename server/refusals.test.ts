import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'

import { expect, test } from 'vitest'

import { createTakeIn, plainAnswer } from './refusals.ts'

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
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'Too large',
    status: 413,
    detail: 'Please send less.',
    error: 'Please send less.',
    requestId: 'abc-1',
  })
})

test('headers are sent along, and nothing of it is ever stored', () => {
  for (const accept of ['text/html', 'application/json']) {
    const { headers } = ask(accept, { 'retry-after': '60', 'cache-control': 'public' })
    expect(headers.get('retry-after')).toBe('60')
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

function createRequest() {
  const emitter = Object.assign(new EventEmitter(), {
    isRead: false,
    resume() {
      emitter.isRead = true
    },
  })
  return emitter
}

test('of many refused bodies a few are read at a time; the next is answered once one has ended', () => {
  const takeIn = createTakeIn()
  const requests = Array.from({ length: 20 }, createRequest)
  const answered: number[] = []
  for (const [at, request] of requests.entries())
    takeIn(request as unknown as IncomingMessage, () => answered.push(at))
  const read = () => requests.flatMap(({ isRead }, at) => (isRead ? [at] : []))
  const first = Array.from({ length: 16 }, (_, at) => at)
  expect([read(), answered]).toEqual([first, first])
  // A request that closes while it waits loses its place.
  requests[16]?.emit('close')
  requests[3]?.emit('close')
  expect([read(), answered]).toEqual([
    [...first, 17],
    [...first, 17],
  ])
  for (const request of requests) request.emit('close')
  expect(answered).toEqual([...first, 17, 18, 19])
})

test('past so many that wait, the next is answered at once and its connection closed', () => {
  const takeIn = createTakeIn()
  const closed: boolean[] = []
  for (let n = 0; n < 16 + 64 + 2; n += 1)
    takeIn(createRequest() as unknown as IncomingMessage, ({ closes }) => closed.push(closes))
  expect(closed.filter((closes) => !closes)).toHaveLength(16)
  expect(closed.filter(Boolean)).toHaveLength(2)
})
