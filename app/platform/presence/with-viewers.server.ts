import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { isSessionOpen } from '#app/platform/http/tell-member.server.ts'
import type { Permission } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { watchViewers } from './viewers.server.ts'

type Changed = { type: 'changed' }
export type PageEvent = Changed | { type: 'viewers'; names: string[] }

/** The events for an open page of a record: that it changed, and who else has it open. @throws {AppError} not-found. */
export function withViewers(
  ctx: Ctx,
  { kind, id, permission }: { kind: 'lead' | 'conversation'; id: string; permission: Permission },
  changes: (leaving: AbortSignal) => AsyncIterable<Changed>,
): (leaving: AbortSignal) => AsyncIterable<PageEvent> {
  const { sessionId } = requireActor(ctx, permission)
  if (!/^[\w-]{1,64}$/.test(id)) throw new AppError('not-found', 'There is nothing at this address.')
  async function* viewers(leaving: AbortSignal): AsyncGenerator<PageEvent> {
    for await (const names of watchViewers(ctx, { page: `${kind}:${id}`, permission }, leaving)) {
      if (!(await isSessionOpen(ctx, sessionId))) return
      yield { type: 'viewers', names }
    }
  }
  return (leaving) => merged([changes, viewers], leaving)
}

type Source = (leaving: AbortSignal) => AsyncIterable<PageEvent>

/** Yields the events of all sources as they arrive, until one ends. The others are then ended too. */
async function* merged(sources: readonly Source[], leaving: AbortSignal): AsyncGenerator<PageEvent> {
  const ending = new AbortController()
  const waiting: PageEvent[] = []
  let news = Promise.withResolvers<void>()
  const over = AbortSignal.any([leaving, ending.signal])
  const reading = sources.map(async (source) => {
    try {
      for await (const event of source(over)) {
        waiting.push(event)
        news.resolve()
      }
    } finally {
      ending.abort()
      news.resolve()
    }
  })
  const whole = Promise.all(reading)
  // Awaited below; until then, a failure must not count as an unhandled rejection.
  whole.catch(() => undefined)
  try {
    while (!over.aborted || waiting.length > 0) {
      await news.promise
      news = Promise.withResolvers()
      yield* waiting.splice(0)
      if (over.aborted) break
    }
  } finally {
    ending.abort()
    await whole
  }
}
