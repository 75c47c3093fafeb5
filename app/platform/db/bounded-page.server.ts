import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { MOST_COUNTED, pageOf } from '#app/lib/paging.ts'

/** Ids of the rows that match, in the order of a list; `counted` ends at a bound. */
export type MatchingIds = { counted: number; idsAt(offset: number): Promise<string[]> }

/**
 * The ids of a page. `total` is bounded: with `hasMore` there are more rows. A later page is reached all the same: its count
 * ends where the page does.
 */
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
    ids: await idsAt(offset),
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

/**
 * The rows of a list that match, slice by slice, in turns with other requests.
 * @param readSlice returns the next `rowsASlice` rows after `after`, or fewer at the end
 */
export async function* scanInTurns<Row extends { isMatch: unknown }>(
  rowsASlice: number,
  readSlice: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; await yieldToOthers()) {
    const slice = await readSlice(last)
    yield slice.filter(({ isMatch }) => isMatch)
    last = slice.at(-1)
    if (slice.length < rowsASlice) return
  }
}

/** Rows of a page that were read by their ids, in the order of the ids. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
