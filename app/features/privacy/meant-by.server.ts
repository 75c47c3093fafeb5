import type { Ctx } from '#app/platform/context.server.ts'

import { type Erasure, erasureHash, erasureKeyMark } from './erasure-list.server.ts'
import type { IsMeant } from './mentions.server.ts'

/**
 * What these erasures mean, each up to its own time; those of another secret mean nothing. The same addresses come up in
 * many places, so each is hashed once.
 */
export function meantBy(ctx: Ctx, erasures: readonly Erasure[]): IsMeant {
  const keyMark = erasureKeyMark(ctx)
  const erasedAt = new Map<string, number>()
  for (const erasure of erasures)
    if (erasure.keyMark === keyMark)
      erasedAt.set(erasure.hash, Math.max(erasure.erasedAt, erasedAt.get(erasure.hash) ?? 0))
  const until = new Map<string, number>()
  return (address, storedAt) => {
    let limit = until.get(address)
    if (limit === undefined) {
      limit = erasedAt.get(erasureHash(ctx, address)) ?? 0
      until.set(address, limit)
    }
    return storedAt <= limit
  }
}
