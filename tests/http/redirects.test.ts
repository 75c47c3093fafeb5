import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { movedPages } from '#app/features/content/starter/moved-pages.ts'
import { serverUnderTest } from '#tests/support/server-under-test.ts'

const server = serverUnderTest()

function visit(path: string, init: RequestInit = {}) {
  return fetch(`${server().url}${path}`, { redirect: 'manual', ...init })
}

test.each(Object.entries(movedPages))('%s leads to %s, whatever its spelling', async (from, to) => {
  for (const path of [from, `${from.toUpperCase()}/`]) {
    const response = await visit(path)
    expect([response.status, response.headers.get('location')], path).toEqual([301, to])
    expect(await response.text()).toBe('')
  }
})

test.each([
  ['/contact/', '/contact'],
  ['/Services/AI-Voice-Agents/', '/services/ai-voice-agents'],
  ['/services//ai-voice-agents?service=a&b=C', '/services/ai-voice-agents?service=a&b=C'],
  ['/HOME/?utm_source=Post', '/?utm_source=Post'],
])('%s is sent to %s by one permanent redirect', async (path, location) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await visit(path, { method })
    expect([response.status, response.headers.get('location')]).toEqual([301, location])
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  }
  expect((await visit(location)).status).toBe(200)
})

test.each([
  '//evil.example/',
  '///evil.example//contact/',
  '/\\evil.example/',
  '/%5Cevil.example/',
  '/%2F/evil.example/',
  '//evil.example/..//',
  'http://evil.example/Contact/',
])('GET %s does not redirect', async (target) => {
  const socket = connect(Number(new URL(server().url).port), '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1.1 (200|400|404)/)
  expect(answer).not.toMatch(/^location:/im)
})

test('forms, the admin, addresses for scripts and files are not redirected', async () => {
  const form = await visit('/contact/', { method: 'POST', body: new URLSearchParams({ name: 'A' }) })
  expect(form.status).toBe(400)
  for (const path of ['/Admin/', '/admin/Leads.data', '/API/countries', '/assets//none.js', '/Favicon.svg'])
    expect((await visit(path)).status, path).not.toBe(301)
  expect((await visit('/flags/DE.svg')).status).toBe(200)
})
