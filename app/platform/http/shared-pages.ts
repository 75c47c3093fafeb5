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

/** Reads off the routes which paths are pages that all visitors share. */
export function findSharedPages(routes: Readonly<Record<string, BuiltRoute | undefined>>): SharedPages {
  const built = Object.values(routes).filter((route) => route !== undefined)
  const patterns = built.flatMap((route) => patternOf(route, routes)).sort((a, b) => b.score - a.score)
  const find = (path: string) => {
    const address = decoded(path)
    return patterns.find(({ pattern }) => pattern.test(address))
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

/** As the router reads an address: each segment by itself, or all of it as it stands. */
function decoded(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return path
  }
}

type Pattern = { name: string; pattern: RegExp; score: number; branch: BuiltRoute[] }

/**
 * What of an address leads to a route, and before which others it is asked: the router's own `matchRoutes`, compiled once
 * instead of at each request, where it took 0.7 ms. A test holds the two together.
 */
function patternOf(route: BuiltRoute, routes: Readonly<Record<string, BuiltRoute | undefined>>): Pattern[] {
  // A route without a path of its own is never a page by itself.
  if (!route.path && !route.index) return []
  const branch = [route]
  for (let parent = routes[route.parentId ?? '']; parent; parent = routes[parent.parentId ?? ''])
    branch.unshift(parent)
  const segments = branch.flatMap(({ path }) => (path ? path.split('/') : []))
  const source = segments.map((segment) => {
    if (segment === '*') return '(?:/.*)?'
    return segment.startsWith(':') ? '/[^/]+' : `/${segment.replaceAll('.', String.raw`\.`)}`
  })
  return [
    {
      name: segments.join('/') === '*' ? '*' : `/${segments.join('/')}`,
      pattern: new RegExp(`^${source.join('')}/*$`, 'i'),
      score: scoreOf(segments, route),
      branch,
    },
  ]
}

/** As the router's `computeScore` has it: a fixed segment is worth more than a free one, and that than the rest of a path. */
function scoreOf(segments: readonly string[], { index }: BuiltRoute): number {
  const values = segments.map((segment) => (segment === '*' ? -2 : segment.startsWith(':') ? 3 : 10))
  return values.reduce((sum, value) => sum + value, segments.length + (index ? 2 : 0))
}
