import { allActions } from '../all-actions.server.ts'
import type { Action, Method } from '../define-action.ts'

import { Problem } from './problem.ts'

type Found = { action: Action; params: Record<string, string> }

const routes = allActions.map((action) => ({ action, parts: action.rest.path.split('/').slice(1) }))

/** @throws {Problem} 404, or 405 with the methods that the path supports */
export function findAction(path: string, method: string): Found {
  const parts = path.split('/').slice(1)
  const found = routes.flatMap(({ action, parts: pattern }) => {
    const params = paramsOf(pattern, parts)
    return params ? [{ action, params }] : []
  })
  if (found.length === 0)
    throw new Problem(404, 'There is nothing at this address. /api/v1/openapi.json lists all addresses.')
  const match = found.find(({ action }) => action.rest.method === method)
  if (!match)
    throw new Problem(405, `This address does not accept ${method}.`, { allow: allowedAt(path).join(', ') })
  return match
}

/** Returns the action that reads the record which an action changes, or null. */
export function findReader(action: Action): Action | null {
  return allActions.find(({ rest }) => rest.method === 'GET' && rest.path === action.rest.path) ?? null
}

export function allowedAt(path: string): string[] {
  const parts = path.split('/').slice(1)
  const methods = routes
    .filter(({ parts: pattern }) => paramsOf(pattern, parts) !== null)
    .map(({ action }): Method => action.rest.method)
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
}

export function nameIn(part: string): string | null {
  return /^\{(\w+)\}$/.exec(part)?.[1] ?? null
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [at, expected] of pattern.entries()) {
    const name = nameIn(expected)
    const part = parts[at]
    if (name === null && part !== expected) return null
    if (name !== null && !part) return null
    if (name !== null && part !== undefined) params[name] = part
  }
  return params
}
