import { readFile } from 'node:fs/promises'

import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { eraseMatching } from './erase-holdings.server.ts'
import {
  copyErasuresToFile,
  type Erasure,
  erasureKeyMark,
  listErasures,
  matchErasures,
  missingFrom,
  parseErasures,
  readErasureFile,
  unionOf,
} from './erasure-list.server.ts'

/** The number of erasures that were repeated, and of those that cannot be, because another secret made their hashes. */
type Replay = { replayed: number; unreadable: number }

/** Repeats erasures that only the list has, and lists those that only the database has. Call outside transactions. */
export async function reconcileErasures(ctx: Ctx): Promise<void> {
  await replayErasures(ctx)
  const unlisted = missingFrom(await readErasureFile(ctx), await listErasures(ctx))
  if (unlisted.length > 0) await copyErasuresToFile(ctx)
}

/**
 * Repeats the erasures missing from this database, each only for data stored before it.
 * @param kept a list from elsewhere, used in addition to our own
 */
export async function replayErasures(ctx: Ctx, kept: readonly Erasure[] = []): Promise<Replay> {
  const listed = unionOf(await readErasureFile(ctx), kept)
  const missing = missingFrom(await listErasures(ctx), listed)
  const keyMark = erasureKeyMark(ctx)
  const readable = missing.filter((erasure) => erasure.keyMark === keyMark)
  const unreadable = missing.length - readable.length
  if (unreadable > 0) ctx.log.error({ unreadable }, 'privacy.erasures_of_another_secret')
  let replayed = 0
  if (readable.length === 0) return { replayed, unreadable }
  const counts = await eraseMatching(ctx, matchErasures(ctx, readable), async (ctx, erased) => {
    const told = JSON.stringify(readable.length === 1 ? erased : {})
    for (const erasure of readable) if (await recordReplay(ctx, erasure, told)) replayed += 1
  })
  ctx.log.warn({ replayed, ...counts }, 'privacy.erasures_replayed')
  return { replayed, unreadable }
}

/** Returns false if another process repeated it meanwhile. */
async function recordReplay(
  ctx: Ctx,
  { erasedAt, hash, keyMark }: Erasure,
  counts: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('erasure')
    .values({ id: newId(), erased_at: erasedAt, hash, key_mark: keyMark, counts })
    .onConflict((conflict) => conflict.columns(['hash', 'erased_at']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== undefined && numInsertedOrUpdatedRows > 0n
}

/** Runs `npm run privacy:replay`, with or without a downloaded list, and returns the lines to print. */
export async function replayFromFile(ctx: Ctx, [path]: readonly string[]): Promise<string[]> {
  const kept = path === undefined ? [] : parseErasures(await readFile(path, 'utf8'))
  const { replayed, unreadable } = await replayErasures(ctx, kept)
  const lines = [
    replayed === 0
      ? 'Nothing had to be erased again.'
      : `${replayed === 1 ? 'One erasure was' : `${replayed} erasures were`} carried out again.`,
  ]
  if (unreadable > 0)
    lines.push(
      `${unreadable} could not be carried out: the list was made with another APP_SECRET. Start with that secret and run this again.`,
    )
  return lines
}
