import { matchRoutes, type RouteObject } from 'react-router'

import { type PageHandle, pageHandleOf } from './page-handle.ts'

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
  queryKeys(path: string): readonly string[]
  /** Whether such a page stands at this path, and not merely the one for paths that are none. */
  hasPage(path: string): boolean
}

/** Reads off the routes which paths are pages that all visitors share. */
export function findSharedPages(routes: Readonly<Record<string, BuiltRoute | undefined>>): SharedPages {
  const built = Object.values(routes).filter((route) => route !== undefined)
  const tree = childrenOf(built, undefined)
  const findLeaf = (path: string): { handle: PageHandle; isPage: boolean } | null => {
    const branch = matchRoutes(tree, path)?.map(({ route }) => route.id ?? '') ?? []
    const handles = branch.map((id) => pageHandleOf(routes[id]?.module.handle))
    const leaf = routes[branch.at(-1) ?? '']
    const handle = handles.at(-1) ?? {}
    const isPage = leaf?.module.default !== undefined
    if ((!isPage && handle.shared !== true) || handles.some(({ app, unshared }) => app || unshared))
      return null
    return { handle, isPage: isPage && leaf.path !== '*' }
  }
  return {
    isShared: (path) => findLeaf(path) !== null,
    queryKeys: (path) => findLeaf(path)?.handle.queryKeys ?? [],
    hasPage: (path) => findLeaf(path)?.isPage ?? false,
  }
}

function childrenOf(routes: readonly BuiltRoute[], parentId: string | undefined): RouteObject[] {
  return routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index
        ? { id, index: true, ...(path && { path }) }
        : { id, ...(path && { path }), children: childrenOf(routes, id) },
    )
}
