import type { Ctx } from '#app/platform/context.server.ts'
import {
  type FetchOutcome,
  guardedFetch,
  type GuardedFetchOptions,
} from '#app/platform/http/guarded-fetch.server.ts'

export type FetchWithin = (
  url: string,
  options: Pick<GuardedFetchOptions, 'kind' | 'maxBytes' | 'maxTime'>,
) => Promise<FetchOutcome>

/** Returns a guarded fetch that fails as too slow once `late` aborts, and throws if `signal` aborts. */
export function createFetchWithin(
  ctx: Pick<Ctx, 'outbound'>,
  { late, signal }: { late: AbortSignal; signal: AbortSignal },
): FetchWithin {
  const either = AbortSignal.any([late, signal])
  return async (url, options) => {
    signal.throwIfAborted()
    if (late.aborted) return { ok: false, reason: 'too-slow' }
    try {
      return await guardedFetch(url, { ...options, loopback: ctx.outbound.loopback, signal: either })
    } catch (error) {
      signal.throwIfAborted()
      if (late.aborted) return { ok: false, reason: 'too-slow' }
      throw error
    }
  }
}

/** Maps items with limited concurrency, keeping their order. */
export async function loadedAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, place: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const rest = items.entries()
  const workers = Array.from({ length: atOnce }, async () => {
    for (const [place, item] of rest) results[place] = await work(item, place)
  })
  await Promise.all(workers)
  return results
}
