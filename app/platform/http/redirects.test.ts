import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createRedirects, isCanonicalPath } from './redirects.ts'

const pages = ['/', '/contact', '/services/ai-voice-agents', '/blog/caf%C3%A9']
const former = new Map([
  ['/home', '/'],
  ['/services/seo', '/contact?service=seo'],
  ['/old/bots', '/services/ai-voice-agents'],
])
const redirect = createRedirects({
  moved: (path) => former.get(path),
  hasPage: (path) => pages.includes(path),
})

test('a canonical address does not redirect', () => {
  for (const address of [...pages, '/contact?A=//B/', '/nowhere', '/flags/DE.svg', '*', ''])
    expect(redirect(address), address).toBeNull()
})

test.each([
  ['/contact/', '/contact'],
  ['/Contact', '/contact'],
  ['//contact', '/contact'],
  ['/services//ai-voice-agents', '/services/ai-voice-agents'],
  [
    '/Services///AI-Voice-Agents//?utm_source=X&next=//y/',
    '/services/ai-voice-agents?utm_source=X&next=//y/',
  ],
  ['//', '/'],
  ['//?a=1', '/?a=1'],
  ['/Blog/Caf%C3%A9/', '/blog/caf%C3%A9'],
  ['/blog/caf%c3%a9', '/blog/caf%C3%A9'],
  ['/c%6Fnt%41ct?a=%41', '/contact?a=%41'],
  ['/home', '/'],
  ['/HOME//?a=1', '/?a=1'],
  ['/Old//Bots/', '/services/ai-voice-agents'],
  ['/services/seo?plan=x', '/contact?service=seo&plan=x'],
])('%s goes to %s in one step', (address, target) => {
  expect(redirect(address)).toBe(target)
  expect(redirect(target)).toBeNull()
})

test.each([
  '//evil.example/',
  '//evil.example/contact/',
  '///evil.example//',
  '/\\evil.example/',
  '/\\contact/',
  '\\\\contact/',
  '/\t/contact/',
  '/contact/?a=\r\nset-cookie: a=b',
  '/contact/\u0130',
  'http://evil.example/Contact/',
  'HTTP://evil.example//contact/',
  '/Admin/',
  '/admin/Leads',
  '/API/countries/',
  '/assets//x.js',
])('%j is answered as it is', (address) => {
  expect(redirect(address)).toBeNull()
})

test('wherever a request asks to go, it stays with us and arrives in one step', () => {
  const everyPath = createRedirects({ moved: () => undefined, hasPage: (path) => !path.startsWith('//') })
  const part = fc.oneof(
    fc.constantFrom('/', '//', '\\', '.', '..', '?', '%2F', '%5c', '@evil.example', 'A', ':'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const target = everyPath(`/${parts.join('')}`)
      if (target === null) return
      expect(new URL(target, 'https://ours.example').origin).toBe('https://ours.example')
      expect(everyPath(target)).toBeNull()
    }),
  )
})

test('of all the spellings that lead to a page one is canonical', () => {
  for (const path of [...pages, '/blog/a.b-c_d~e', '/a!$&()*+,;=:@', '/%2F', '/%25'])
    expect(isCanonicalPath(path), path).toBe(true)
  for (const path of [
    '/Contact',
    '/contact/',
    '//',
    '/%63ontact',
    '/caf%c3%a9',
    '/café',
    '/a#b',
    '/a\\b',
    '/a b',
    '/%2E%2e',
  ])
    expect(isCanonicalPath(path), path).toBe(false)
})
