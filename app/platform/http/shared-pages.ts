import { matchRoutes } from 'react-router'

import { type PageHandle, pageHandleOf, type QueryKeys } from './page-handle.ts'

type BuiltRoute = {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  module: { handle?: unknown; default?: unknown }
}

export type SharedPages = {
  /** Whether a path's page is the same for every visitor, so that it may be kept and handed to all. */
  isShared(path: string): boolean
  /** The query keys that such a page depends on. */
  queryKeys(path: string): QueryKeys
  /** Whether such a page stands at this path, and not merely the one for paths that are none. */
  hasPage(path: string): boolean
  /** The pattern of the route that answers at a path, for example `/blog/:slug`; `*` where none of ours does. */
  routeOf(path: string): string
}

/** Matching takes the router 0.1 ms, and every page view asks; these paths take 1 MB at most. */
const KNOWN_PATHS = 2000
const KNOWN_LENGTH = 200

/** Reads off the routes which paths are pages that all visitors share. */
export function findSharedPages(routes: Readonly<Record<string, BuiltRoute | undefined>>): SharedPages {
  const built = Object.values(routes).filter((route) => route !== undefined)
  const candidates = candidatesOf(built.flatMap((route) => flatRoute(route, routes)))
  const known = new Map<string, Found | null>()
  const find = (path: string): Found | null => {
    const earlier = known.get(path)
    if (earlier !== undefined) return earlier
    const decoded = decodedOf(path)
    // The router would read an address that cannot be decoded as it stands, but with a warning in the log.
    const address = decoded === null ? path.replaceAll('%', '%25') : path
    const found = matchRoutes(candidates(decoded ?? path), address)?.at(-1)?.route.handle ?? null
    if (known.size >= KNOWN_PATHS) known.clear()
    if (path.length <= KNOWN_LENGTH) known.set(path, found)
    return found
  }
  const findLeaf = (path: string): { handle: PageHandle; isPage: boolean } | null => {
    if (isRoutersOwn(path)) return null
    const found = find(path)
    const handles = found?.branch.map(({ module }) => pageHandleOf(module.handle)) ?? []
    const leaf = found?.branch.at(-1)
    const handle = handles.at(-1) ?? {}
    const isPage = leaf?.module.default !== undefined
    if ((!isPage && handle.shared !== true) || handles.some(({ app, unshared }) => app || unshared))
      return null
    return { handle, isPage: isPage && leaf.path !== '*' }
  }
  return {
    isShared: (path) => findLeaf(path) !== null,
    queryKeys: (path) => findLeaf(path)?.handle.queryKeys ?? {},
    hasPage: (path) => findLeaf(path)?.isPage ?? false,
    // The router asks for a page's data at its own path with an ending.
    routeOf: (path) => find(path.replace(/(?:\/_root)?\.data$/, '') || '/')?.name ?? '*',
  }
}

/** What the router's script in a browser asks for: an answer of its own for each query. */
function isRoutersOwn(path: string): boolean {
  return path.endsWith('.data') || path === '/__manifest'
}

/** Null where it cannot be decoded. What came of it is used: a call alone is dropped by the bundler as one without effect. */
function decodedOf(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

type Found = { name: string; branch: BuiltRoute[] }
type FlatRoute = { path: string; index: boolean; handle: Found }

/** A route with its whole path; none for one without a path of its own, which is never a page by itself. */
function flatRoute(route: BuiltRoute, routes: Readonly<Record<string, BuiltRoute | undefined>>): FlatRoute[] {
  if (!route.path && !route.index) return []
  const branch = [route]
  for (let parent = routes[route.parentId ?? '']; parent; parent = routes[parent.parentId ?? ''])
    branch.unshift(parent)
  const path = branch.flatMap((each) => each.path || []).join('/')
  return [
    {
      path: `/${path}`,
      index: route.index ?? false,
      handle: { name: path === '*' ? '*' : `/${path}`, branch },
    },
  ]
}

/** `matchRoutes` ranks all routes it is given at each call, 0.7 ms for ours: it is given those alone that can match a decoded path. */
function candidatesOf(routes: readonly FlatRoute[]): (path: string) => FlatRoute[] {
  const firstOf = (path: string) => (path.split('/')[1] ?? '').toLowerCase()
  const isOpen = (route: FlatRoute) => /^\/([:*]|$)/.test(route.path)
  const open = routes.filter(isOpen)
  const byFirst = new Map(
    [...Map.groupBy(routes, ({ path }) => firstOf(path))].map(([first, own]) => [
      first,
      [...own.filter((route) => !isOpen(route)), ...open],
    ]),
  )
  return (path) => byFirst.get(firstOf(path)) ?? open
}
