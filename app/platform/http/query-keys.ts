import { matchPath } from 'react-router'

import { pageHandleOf } from './page-handle.ts'

type Routes = Record<
  string,
  { id: string; parentId?: string; path?: string; module: { handle?: unknown } } | undefined
>

/** Reads off the routes which query keys each page depends on, for the page cache. */
export function queryKeysOf(routes: Routes): (path: string) => readonly string[] {
  const patterns = Object.values(routes).flatMap((route) => {
    const keys = pageHandleOf(route?.module.handle).queryKeys
    return route && keys ? [{ pattern: fullPath(routes, route.id), keys }] : []
  })
  return (path) => patterns.find(({ pattern }) => matchPath(pattern, path))?.keys ?? []
}

function fullPath(routes: Routes, id: string): string {
  const route = routes[id]
  if (!route) return ''
  const parent = route.parentId === undefined ? '' : fullPath(routes, route.parentId)
  return `${parent}/${route.path ?? ''}`.replaceAll(/\/+/g, '/')
}
