import { z } from 'zod'

import { FieldErrors } from '#app/platform/errors.ts'

const markSchema = z.tuple([z.number(), z.string().max(100)])

/** The end of a page: a number that the list is sorted by, and the id to break ties. */
type Mark = { at: number; id: string }

export function writeCursor({ at, id }: Mark): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url')
}

/** @throws {FieldErrors} cursor, if it is invalid */
export function readCursor(cursor: string | undefined): Mark | undefined {
  if (cursor === undefined) return undefined
  const parsed = markSchema.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success)
    throw new FieldErrors({ cursor: 'This cursor does not come from a page of this list.' })
  const [at, id] = parsed.data
  return { at, id }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns a page of a list that is sorted by the column `at`; `read` returns up to `limit` rows after a mark. */
export async function pageBy<At extends string, Row extends { id: string } & Record<At, number>, Item>(
  at: At,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  read: (next: {
    after: ({ id: string } & Record<At, number>) | undefined
    limit: number
  }) => Promise<readonly Row[]>,
  show: (row: Row) => Item,
): Promise<{ data: Item[]; nextCursor: string | null }> {
  const mark = readCursor(cursor)
  const after = mark && ({ id: mark.id, [at]: mark.at } as { id: string } & Record<At, number>)
  const rows = await read({ after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(show),
    nextCursor: last !== undefined && rows.length > limit ? writeCursor({ at: last[at], id: last.id }) : null,
  }
}

/** Returns a page of a short list that is in memory as a whole. */
export function pageOfList<Row, Item>(
  all: readonly Row[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  show: (row: Row) => Item,
): { data: Item[]; nextCursor: string | null } {
  const begin = readCursor(cursor)?.at ?? 0
  if (!Number.isInteger(begin) || begin < 0)
    throw new FieldErrors({ cursor: 'This cursor belongs to another list.' })
  const rows = all.slice(begin, begin + limit)
  const next = begin + limit
  return {
    data: rows.map(show),
    nextCursor: next < all.length ? writeCursor({ at: next, id: '' }) : null,
  }
}
