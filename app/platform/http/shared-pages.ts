import { matchRoutes } from 'react-router'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { type PageHandle, pageHandleOf, type QueryKeys } from './page-handle.ts'

type BuiltRoute = {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  module: { handle?: unknown; default?: unknown; loader?: unknown }
}

export type SharedPages = {
  isShared(path: string): boolean
  queryKeys(path: string): QueryKeys
  /** Whether a page exists at this path, other than the not-found page. */
  hasPage(path: string): boolean
  routeOf(path: string): string
  /** Whether the route at this path has only an action, and neither a page nor a loader. */
  isWrittenOnly(path: string): boolean
}

/** Matching takes 0.1 ms, and every page view needs it. These paths take at most 1 MB. */
const KNOWN_PATHS = 2000
const KNOWN_LENGTH = 200

export function findSharedPages(routes: Readonly<Record<string, BuiltRoute | undefined>>): SharedPages {
  const built = Object.values(routes).filter((route) => route !== undefined)
  const candidates = candidatesOf(built.flatMap((route) => flatRoute(route, routes)))
  const known = new Map<string, Found | null>()
  const find = (path: string): Found | null => {
    const earlier = known.get(path)
    if (earlier !== undefined) return earlier
    const decoded = decodedOf(path)
    // The router would accept the raw path too, but log a warning.
    const address = decoded === null ? path.replaceAll('%', '%25') : path
    const found = matchRoutes(candidates(decoded ?? path), address)?.at(-1)?.route.handle ?? null
    if (known.size >= KNOWN_PATHS) known.clear()
    if (path.length <= KNOWN_LENGTH) known.set(path, found)
    return found
  }
  const findLeaf = (path: string): { handle: PageHandle; isPage: boolean } | null => {
    if (isRoutersOwn(path)) return null
    const found = find(path)
    if (!found) return null
    const handles = found.branch.map(({ module }) => pageHandleOf(module.handle))
    const leaf = assertDefined(found.branch.at(-1), 'a branch ends with its route')
    const handle = pageHandleOf(leaf.module.handle)
    const isPage = leaf.module.default !== undefined
    if ((!isPage && handle.shared !== true) || handles.some(({ app, unshared }) => app || unshared))
      return null
    return { handle, isPage: isPage && leaf.path !== '*' }
  }
  return {
    isShared: (path) => findLeaf(path) !== null,
    queryKeys: (path) => findLeaf(path)?.handle.queryKeys ?? {},
    hasPage: (path) => findLeaf(path)?.isPage ?? false,
    // The router requests a page's data at the page's path with this suffix.
    routeOf: (path) => find(path.replace(/(?:\/_root)?\.data$/, '') || '/')?.name ?? '*',
    isWrittenOnly(path) {
      const leaf = find(path)?.branch.at(-1)?.module
      return leaf !== undefined && leaf.default === undefined && leaf.loader === undefined
    },
  }
}

function isRoutersOwn(path: string): boolean {
  return path.endsWith('.data') || path === '/__manifest'
}

/** Returns the result, because the bundler removes a call that looks free of side effects. */
function decodedOf(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

type Found = { name: string; branch: BuiltRoute[] }
type FlatRoute = { path: string; index: boolean; handle: Found }

function flatRoute(route: BuiltRoute, routes: Readonly<Record<string, BuiltRoute | undefined>>): FlatRoute[] {
  if (!route.path && !route.index) return []
  const branch = [route]
  const parentOf = ({ parentId }: BuiltRoute) => (parentId === undefined ? undefined : routes[parentId])
  for (let parent = parentOf(route); parent; parent = parentOf(parent)) branch.unshift(parent)
  const path = branch.flatMap((each) => each.path || []).join('/')
  return [
    {
      path: `/${path}`,
      index: route.index ?? false,
      handle: { name: path === '*' ? '*' : `/${path}`, branch },
    },
  ]
}

/** `matchRoutes` ranks all given routes on each call (0.7 ms), so it gets only those that can match. */
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
