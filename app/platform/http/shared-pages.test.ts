import type { RouteConfigEntry } from '@react-router/dev/routes'
import fc from 'fast-check'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'

import routes from '#app/routes.ts'

import { findSharedPages } from './shared-pages.ts'

const Page = () => null
const any = () => true
const { isShared, queryKeys, hasPage } = findSharedPages({
  root: { id: 'root', path: '', module: {} },
  site: { id: 'site', parentId: 'root', module: { default: Page } },
  home: {
    id: 'home',
    parentId: 'site',
    index: true,
    module: { default: Page, handle: { queryKeys: { ref: any } } },
  },
  contact: {
    id: 'contact',
    parentId: 'site',
    path: 'contact',
    module: { default: Page, handle: { queryKeys: { service: any, plan: any } } },
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

test('responses for scripts, the admin and the sign-in are not shared, whatever their parent routes say', () => {
  for (const path of ['/api/token', '/admin/login', '/admin', '/admin/leads'])
    expect(isShared(path), path).toBe(false)
})

test('requests of the router’s own script are not shared, because their query selects the data', () => {
  for (const path of ['/__manifest', '/admin/shared.data', '/_root.data', '/blog/hello.data'])
    expect(isShared(path), path).toBe(false)
})

test('a shared page depends on the query keys its route declares, and on no others', () => {
  expect(Object.keys(queryKeys('/contact'))).toEqual(['service', 'plan'])
  expect(Object.keys(queryKeys('/'))).toEqual(['ref'])
  for (const path of ['/blog/hello', '/nowhere', '/admin/leads', '/api/token'])
    expect(queryKeys(path), path).toEqual({})
})

test('a page stands where a route has one, not where only the page for unknown paths answers', () => {
  for (const path of ['/', '/contact', '/blog/hello']) expect(hasPage(path), path).toBe(true)
  for (const path of ['/nowhere', '/feed.xml', '/api/token', '/admin/login', '/admin/leads'])
    expect(hasPage(path), path).toBe(false)
})

function productRoutes() {
  const built: Record<
    string,
    { id: string; parentId: string; path?: string; index?: boolean; module: object }
  > = {}
  const add = (entries: readonly RouteConfigEntry[], parentId: string) => {
    for (const { id, file, path, index, children } of entries) {
      const own = id ?? file
      const module = { default: Page, handle: { queryKeys: { [own]: any } } }
      built[own] = { id: own, parentId, ...(path && { path }), ...(index && { index }), module }
      add(children ?? [], own)
    }
  }
  add(routes, 'root')
  const tree = (parentId: string): RouteObject[] =>
    Object.values(built)
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) =>
        index
          ? { id, index: true, ...(path && { path }) }
          : { id, ...(path && { path }), children: tree(id) },
      )
  return { built, tree: tree('root') }
}

test('an address leads to the route that the router takes', () => {
  const { built, tree } = productRoutes()
  const product = findSharedPages(built)
  const known = Object.values(built).flatMap(({ path }) => path?.split('/') ?? [])
  const segment = fc.oneof(
    fc.constantFrom(...known, 'x', 'BLOG', ':id', '*', '%62log', 'a%2Fb', '%0a', 'é'),
    fc.stringMatching(/^[a-z0-9._-]{1,6}$/),
  )
  const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`)
  fc.assert(
    fc.property(path, fc.constantFrom('', '/', '//'), (start, end) => {
      const leaf = matchRoutes(tree, start + end)?.at(-1)?.route.id
      expect(Object.keys(product.queryKeys(start + end))).toEqual(leaf === undefined ? [] : [leaf])
    }),
    { numRuns: 3000 },
  )
})

test('an address that cannot be decoded is one of a page that is none', () => {
  expect([isShared('/%'), hasPage('/%'), hasPage('/blog/%')]).toEqual([true, false, true])
})

test('a route is named by its pattern, data of it too, and what is made up is no name', () => {
  const { routeOf } = findSharedPages(productRoutes().built)
  const names = [
    '/',
    '/_root.data',
    '/blog',
    '/blog/a-post',
    '/blog/a-post.data',
    '/admin/leads/1',
    '/no/such',
  ]
  expect(names.map((path) => routeOf(path))).toEqual([
    '/',
    '/',
    '/blog',
    '/blog/:slug',
    '/blog/:slug',
    '/admin/leads/:id',
    '*',
  ])
})
