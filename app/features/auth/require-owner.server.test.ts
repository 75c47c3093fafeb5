import fc from 'fast-check'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import type { Ctx } from '#app/platform/context.server.ts'
import { ctxContext } from '#app/platform/http/request-context.server.ts'

import { requireOwner, safeNext } from './require-owner.server.ts'

/** Returns the redirect of a request without a session; the context holds no more than its scheme. */
async function sentTo(path: string, method = 'GET'): Promise<string | null> {
  const context = new RouterContextProvider()
  context.set(ctxContext, { isHttps: false } as Ctx)
  const request = new Request(`http://site.test${path}`, { method })
  const args = { request, context, params: {}, url: new URL(request.url), pattern: path }
  const next = () => Promise.reject(new Error('a loader ran'))
  const answer = await Promise.resolve(requireOwner(args, next)).catch((thrown: unknown) => thrown)
  if (!(answer instanceof Response)) throw answer
  expect(answer.status).toBe(302)
  return answer.headers.get('location')
}

test('without a session no loader runs, and signing in leads back to the page', async () => {
  expect(await sentTo('/admin')).toBe('/admin/login')
  expect(await sentTo('/admin/leads?q=a%26b&page=2')).toBe(
    `/admin/login?next=${encodeURIComponent('/admin/leads?q=a%26b&page=2')}`,
  )
})

test('a request for data leads back to its page, a write to the start', async () => {
  const data = '/admin/leads.data?q=a&_routes=leads'
  expect(await sentTo(data)).toBe(`/admin/login?next=${encodeURIComponent('/admin/leads?q=a')}`)
  expect(await sentTo('/admin/leads', 'POST')).toBe('/admin/login')
})

test.each([
  '/admin',
  '/admin/',
  '/admin/leads',
  '/admin/leads/0198-ab?x=1',
  '/admin/leads?q=m%C3%BCller+a&page=2*',
  '/admin//evil.example',
  '/admin/leads?next=//evil.example',
  '/oauth/authorize?redirect_uri=https%3A%2F%2Fevil.example&state=x',
])('%s is a page to go on to', (next) => {
  expect(safeNext(next)).toBe(next)
})

test.each([
  null,
  '',
  '/',
  '/contact',
  '/oauth/authorize/',
  '/oauth/token',
  '//oauth/authorize',
  '/administrator',
  '/admin.evil.example',
  'admin/leads',
  'https://evil.example/admin',
  '//evil.example/admin',
  '/\\evil.example',
  '/admin\\..\\evil',
  '/admin/../contact',
  '/admin/%2e%2e/contact',
  ' /admin/leads',
  'javascript:alert(1)',
])('%j leads to the start of the admin', (next) => {
  expect(safeNext(next)).toBe('/admin')
})

test('no target leads to another site', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    'admin',
    '/admin/',
    '.',
    ':',
    '@',
    'evil.example',
    '?',
    '%2f',
    '\n',
    '\t',
    '#',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const next = safeNext(pieces.join(''))
      expect(next).toMatch(/^\/admin([/?]|$)/)
      expect(next).not.toMatch(/[\r\n\t]/)
      expect(new URL(next, 'https://agency.example').origin).toBe('https://agency.example')
    }),
    { numRuns: 2000 },
  )
})
