import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'

import { eraseHoldings } from './erase-holdings.server.ts'
import { ERASURE_LOCK } from './erase-personal-data.server.ts'
import {
  type Erasure,
  erasureHash,
  erasureKeyMark,
  listErasures,
  missingFrom,
  readErasureFile,
  unionOf,
} from './erasure-list.server.ts'
import { findHoldings } from './find-holdings.server.ts'
import { finishErasure } from './finish-erasure.job.server.ts'
import type { IsMeant } from './mentions.server.ts'

/** How many erasures were carried out again, and how many cannot be, for they were made under another secret. */
export type Replay = { replayed: number; unreadable: number }

/**
 * Carries out again what this database knows nothing of, as after an older backup was restored. Only what was stored
 * before the erasure goes: whoever wrote again since did so anew. Runs as often as it likes.
 * @param kept a list that was kept elsewhere, beside the one in DATA_DIR or the bucket.
 */
export async function replayErasures(ctx: Ctx, kept: readonly Erasure[] = []): Promise<Replay> {
  const listed = unionOf(await readErasureFile(ctx), kept)
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, ERASURE_LOCK)
    const missing = missingFrom(await listErasures(ctx), listed)
    const keyMark = erasureKeyMark(ctx)
    const readable = missing.filter((erasure) => erasure.keyMark === keyMark)
    const unreadable = missing.length - readable.length
    if (unreadable > 0) ctx.log.error({ unreadable }, 'privacy.erasures_of_another_secret')
    if (readable.length === 0) return { replayed: 0, unreadable }

    const counts = await eraseHoldings(ctx, await findHoldings(ctx, meantBy(ctx, readable)))
    for (const { erasedAt, hash } of readable)
      await ctx.db
        .insertInto('erasure')
        .values({
          id: newId(),
          erased_at: erasedAt,
          hash,
          key_mark: keyMark,
          counts: JSON.stringify(readable.length === 1 ? counts : {}),
        })
        .onConflict((conflict) => conflict.columns(['hash', 'erased_at']).doNothing())
        .execute()
    await enqueue(ctx, finishErasure, {})
    ctx.log.warn({ replayed: readable.length, ...counts }, 'privacy.erasures_replayed')
    return { replayed: readable.length, unreadable }
  })
}

/** The same addresses come up in many places, so each is hashed once. */
function meantBy(ctx: Ctx, erasures: readonly Erasure[]): IsMeant {
  const erasedAt = new Map<string, number>()
  for (const { hash, erasedAt: at } of erasures) erasedAt.set(hash, Math.max(at, erasedAt.get(hash) ?? 0))
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
