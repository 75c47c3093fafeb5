import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { MOST_COUNTED, pageOf } from '#app/lib/paging.ts'

/** Ids of the matching rows in list order. `counted` stops at a limit. */
export type MatchingIds = { counted: number; idsAt(offset: number): Promise<string[]> }

/** `total` has an upper limit; `hasMore` means that there are more rows. Pages beyond the limit can still be read. */
export async function readBoundedPage(
  findUpTo: (most: number) => Promise<MatchingIds>,
  perPage: number,
  asked: number,
  mostCounted = MOST_COUNTED,
) {
  const bound = Math.max(mostCounted, asked * perPage)
  const { counted, idsAt } = await findUpTo(bound + 1)
  const { page, pages, offset } = pageOf(counted, perPage, asked)
  return {
    // Nothing matches, so there is no page to read.
    ids: counted === 0 ? [] : await idsAt(offset),
    total: Math.min(counted, bound),
    hasMore: counted > bound,
    page,
    pages,
  }
}

export async function takeUpTo(
  most: number,
  slices: AsyncIterable<readonly { id: string }[]>,
  perPage: number,
): Promise<MatchingIds> {
  const ids: string[] = []
  for await (const slice of slices) {
    ids.push(...slice.map(({ id }) => id))
    if (ids.length >= most) break
  }
  return {
    counted: Math.min(ids.length, most),
    idsAt: async (offset) => ids.slice(offset, offset + perPage),
  }
}

/** The matching rows of a slice, and its last row if more rows may follow. */
type Slice<Row> = { matching: Row[]; last: Row | undefined }

/** Yields the matching rows of a list in slices, and lets other requests run in between. */
export async function* scanInTurns<Row>(
  readSlice: (after: Row | undefined) => Promise<Slice<Row>>,
): AsyncGenerator<Row[]> {
  for (let after: Row | undefined; ; await yieldToOthers()) {
    const { matching, last } = await readSlice(after)
    yield matching
    if (!last) return
    after = last
  }
}

/** Returns rows that were read by id in the order of `ids`. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}
