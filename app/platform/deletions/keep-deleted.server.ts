import { deserialize, serialize } from 'node:v8'

import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { z } from 'zod'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { BulkKind, DeletionKind } from '#app/platform/db/schema/deletion.ts'
import type { Database } from '#app/platform/db/schema/index.ts'
import { storedTablesOf } from '#app/platform/db/tables/read-snapshot.server.ts'
import type { StoredValue } from '#app/platform/db/tables/stored-tables.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

/** Longer than a toast, which lasts ten seconds but stays under the pointer, and is a page without script. */
const KEPT = 2 * MINUTE

/** Rows of a table that belong to a deletion. A table follows those it refers to. */
export type Part = {
  table: keyof Database
  where: RawBuilder<SqlBool>
  /** A column that the deletion sets to null in rows that stay. */
  emptied?: string
  /** Columns with long texts. If the texts of all parts exceed `MOST_BYTES` together, nothing is kept. */
  long?: readonly string[]
}

/** Kept rows are in memory several times while they are stored. */
const MOST_BYTES = 32_000_000
const SQLITE_CONSTRAINT = 19

export type Row = Record<string, StoredValue>
type KeptRows = { table: keyof Database; rows: Row[]; emptied?: string | undefined }[]

/** A deletion that is not kept is final. */
export type Deletion = { id: string; expiresAt: number; isKept: boolean }

/**
 * Stores rows so that they can be restored, unless they are too large. Call it in the transaction that deletes them,
 * before it does.
 */
export async function keepDeleted(
  ctx: Ctx,
  { kind, subjectId, parts }: { kind: DeletionKind | BulkKind; subjectId: string; parts: readonly Part[] },
): Promise<Deletion> {
  const isKept = await areShort(ctx, parts)
  const id = newId()
  const expiresAt = ctx.clock.now() + KEPT
  const rows = isKept ? serialize(await readRows(ctx, parts)) : new Uint8Array()
  await ctx.db
    .insertInto('deletion')
    .values({ id, kind, subject_id: subjectId, expires_at: expiresAt, rows })
    .execute()
  await enqueue(ctx, forgetDeleted, {}, { runAt: expiresAt })
  return { id, expiresAt, isKept }
}

async function areShort(ctx: Ctx, parts: readonly Part[]): Promise<boolean> {
  let bytes = 0
  for (const { table, where, long = [] } of parts) {
    if (long.length === 0) continue
    const width = sql.join(
      long.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
      sql` + `,
    )
    const { rows } = await sql<{ bytes: number }>`
      select cast(coalesce(sum(${width}), 0) as real) as bytes
      from ${sql.table(table)} where ${where}`.execute(ctx.db)
    bytes += assertDefined(rows[0], 'an aggregate returns a row').bytes
  }
  return bytes <= MOST_BYTES
}

async function readRows(ctx: Ctx, parts: readonly Part[]): Promise<KeptRows> {
  const kept: KeptRows = []
  for (const { table, where, emptied } of parts) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${where}`.execute(ctx.db)
    kept.push({ table, rows: rows.map((row) => ({ ...row })), emptied })
  }
  return kept
}

/** Whether there is something to restore. */
export const isKeptWhole = sql<SqlBool>`octet_length(rows) > 0`

/** Finds a deletion that the admin reports and, if it is kept, offers to undo; null once it is too late. */
export async function findDeletion(
  ctx: Ctx,
  id: string | null,
): Promise<{ kind: DeletionKind; isKept: boolean } | null> {
  if (id === null) return null
  const found = await ctx.db
    .selectFrom('deletion')
    .select(['kind', isKeptWhole.as('is_kept')])
    .where('id', '=', id)
    .where('kind', 'not in', ['leads', 'lead-values'])
    .where('expires_at', '>', ctx.clock.now())
    .$narrowType<{ kind: DeletionKind }>()
    .executeTakeFirst()
  return found ? { kind: found.kind, isKept: Boolean(found.is_kept) } : null
}

export type Kept = { id: string; kind: DeletionKind | BulkKind }

/** For a table, chooses the rows that can still be restored. Of other tables, every row must be restored. */
type Choices = { [Table in keyof Database]?: (rows: Row[]) => Promise<Row[]> }

/** Removes and returns the stored rows. Call it in a transaction. @throws {AppError} not-found once it is too late. */
export async function takeKept(ctx: Ctx, { id, kind }: Kept) {
  const kept = await ctx.db
    .deleteFrom('deletion')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('expires_at', '>', ctx.clock.now())
    .where(isKeptWhole)
    .returning(['subject_id', 'rows'])
    .executeTakeFirst()
  if (!kept) throw new AppError('not-found', 'This can no longer be restored.')
  return { subjectId: kept.subject_id, parts: deserialize(kept.rows) as KeptRows }
}

/** Restores the rows. Call it in a transaction. @throws {AppError} not-found once it is too late. */
export async function bringBack(
  ctx: Ctx,
  kept: Kept,
  choices: Choices = {},
): Promise<{ subjectId: string; idsOf: (table: keyof Database) => string[] }> {
  const { subjectId, parts } = await takeKept(ctx, kept)
  for (const part of parts) {
    const rows = (await choices[part.table]?.(part.rows)) ?? part.rows
    await (part.emptied ? fillAgain : insertAgain)(ctx, { ...part, rows })
  }
  return {
    subjectId,
    idsOf: (table) => parts.flatMap((part) => (part.table === table ? part.rows : [])).map(idOf),
  }
}

const idOf = (row: Row) => String(row['id'])

async function insertAgain(ctx: Ctx, { table, rows }: KeptRows[number]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const values = rows.map((row) => columns.map((column) => row[column] ?? null))
  try {
    await storedTablesOf(ctx.engine).insert(ctx.db, { name: table, columns, key: [] }, values)
  } catch (error) {
    if (!isBrokenRule(error)) throw error
    const text = 'This can no longer be restored, because it or what it belongs to has changed since then.'
    throw new AppError('conflict', text, { cause: error })
  }
}

/** Whether a unique value was taken meanwhile or a referenced row is gone. */
function isBrokenRule(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return errcode % 256 === SQLITE_CONSTRAINT
  return typeof code === 'string' && code.startsWith('23')
}

async function fillAgain(ctx: Ctx, { table, rows, emptied = '' }: KeptRows[number]): Promise<void> {
  const column = sql.ref(emptied)
  for (const row of rows)
    await sql`update ${sql.table(table)} set ${column} = ${row[emptied]}
      where id = ${idOf(row)} and ${column} is null`.execute(ctx.db)
}

/** Deletes stored rows that have expired. */
export const forgetDeleted = defineJob({
  name: 'forget-deleted',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await ctx.db.deleteFrom('deletion').where('expires_at', '<=', ctx.clock.now()).execute()
  },
})
