import { expect, test } from 'vitest'

import { findSharedPages } from './shared-pages.ts'

const Page = () => null
const { isShared, queryKeys, hasPage } = findSharedPages({
  root: { id: 'root', path: '', module: {} },
  site: { id: 'site', parentId: 'root', module: { default: Page } },
  home: {
    id: 'home',
    parentId: 'site',
    index: true,
    module: { default: Page, handle: { queryKeys: ['ref'] } },
  },
  contact: {
    id: 'contact',
    parentId: 'site',
    path: 'contact',
    module: { default: Page, handle: { queryKeys: ['service', 'plan'] } },
  },
  post: { id: 'post', parentId: 'site', path: 'blog/:slug', module: { default: Page } },
  missing: { id: 'missing', parentId: 'site', path: '*', module: { default: Page } },
  token: { id: 'token', parentId: 'root', path: 'api/token', module: {} },
  feed: { id: 'feed', parentId: 'root', path: 'feed.xml', module: { handle: { shared: true } } },
  auth: { id: 'auth', parentId: 'root', module: { default: Page, handle: { unshared: true } } },
  login: { id: 'login', parentId: 'auth', path: 'admin/login', module: { default: Page } },
  admin: { id: 'admin', parentId: 'root', path: 'admin', module: { default: Page, handle: { app: true } } },
  leads: { id: 'leads', parentId: 'admin', path: 'leads', module: { default: Page } },
  gone: undefined,
})

test('pages are shared, and so is what says that it is', () => {
  for (const path of ['/', '/contact', '/blog/hello', '/nowhere', '/feed.xml'])
    expect(isShared(path), path).toBe(true)
})

test('what answers scripts, the admin and the sign-in are not, whoever of their parents says so', () => {
  for (const path of ['/api/token', '/admin/login', '/admin', '/admin/leads'])
    expect(isShared(path), path).toBe(false)
})

test('a shared page depends on the query keys its route declares, and on no others', () => {
  expect(queryKeys('/contact')).toEqual(['service', 'plan'])
  expect(queryKeys('/')).toEqual(['ref'])
  for (const path of ['/blog/hello', '/nowhere', '/admin/leads', '/api/token'])
    expect(queryKeys(path), path).toEqual([])
})

test('a page stands where a route has one, not where only the page for unknown paths answers', () => {
  for (const path of ['/', '/contact', '/blog/hello']) expect(hasPage(path), path).toBe(true)
  for (const path of ['/nowhere', '/feed.xml', '/api/token', '/admin/login', '/admin/leads'])
    expect(hasPage(path), path).toBe(false)
})
