import { expect, test } from 'vitest'

import routes from '#app/routes.ts'

import { movedPages } from '../starter/moved-pages.ts'
import { starterPages } from '../starter/starter-pages.ts'

import { faultOfPath } from './page-path.ts'

test.each(['/', '/team', '/our-team/2026', '/services/ai-chatbots'])('%s may be a page’s', (path) => {
  expect(faultOfPath(path)).toBeNull()
})

const refused = [
  '',
  'team',
  '/Team',
  '/team/',
  '//team',
  '/te am',
  '/te_am',
  '/a.txt',
  '/sitemap.xml',
  '/x?y',
  '/x#y',
  '/%41',
  '/ä',
  '/-a',
  '/a-',
  '/a--b',
  '/a/b/c/d/e',
  `/${'a'.repeat(120)}`,
  '/..',
  '/a/../b',
  '/a\\b',
  '/admin',
  '/api/x',
  '/blog',
  '/blog/post',
  '/images/a',
  '/share/x',
  '/healthz',
  '/__manifest',
]

test.each([...refused, ...Object.keys(movedPages)])('%s may not', (path) => {
  expect(faultOfPath(path)).toMatch(/\.$/)
})

type Entry = { path?: string | undefined; children?: Entry[] | undefined }

function addressesOf(entries: readonly Entry[], above = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path}`
    return [...(path === undefined ? [] : [own]), ...addressesOf(children, own)]
  })
}

test('no page may have the address of a route', () => {
  const addresses = addressesOf(routes).filter((path) => path !== '/contact' && !path.endsWith('*'))
  expect(addresses.length).toBeGreaterThan(100)
  for (const path of addresses) expect(faultOfPath(path.replaceAll(/:\w+/g, 'x')), path).not.toBeNull()
})

test('every page of the starter may have its address', () => {
  for (const { path } of starterPages) expect(faultOfPath(path), path).toBeNull()
})
