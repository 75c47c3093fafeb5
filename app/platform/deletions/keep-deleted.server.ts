import { deserialize, serialize } from 'node:v8'

import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { z } from 'zod'

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
}

const SQLITE_CONSTRAINT = 19

export type Row = Record<string, StoredValue>
type KeptRows = { table: keyof Database; rows: Row[]; emptied?: string | undefined }[]

export type Deletion = { id: string; expiresAt: number }

/** Stores rows so that they can be restored. Call it in the transaction that deletes them, before it does. */
export async function keepDeleted(
  ctx: Ctx,
  { kind, subjectId, parts }: { kind: DeletionKind | BulkKind; subjectId: string; parts: readonly Part[] },
): Promise<Deletion> {
  const kept: KeptRows = []
  for (const { table, where, emptied } of parts) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${where}`.execute(ctx.db)
    kept.push({ table, rows: rows.map((row) => ({ ...row })), emptied })
  }
  const id = newId()
  const expiresAt = ctx.clock.now() + KEPT
  await ctx.db
    .insertInto('deletion')
    .values({ id, kind, subject_id: subjectId, expires_at: expiresAt, rows: serialize(kept) })
    .execute()
  await enqueue(ctx, forgetDeleted, {}, { runAt: expiresAt })
  return { id, expiresAt }
}

/** Finds a deletion that the admin offers to undo; null once it is too late. */
export async function findDeletion(ctx: Ctx, id: string | null): Promise<{ kind: DeletionKind } | null> {
  if (id === null) return null
  const found = await ctx.db
    .selectFrom('deletion')
    .select('kind')
    .where('id', '=', id)
    .where('kind', 'not in', ['leads', 'lead-values'])
    .where('expires_at', '>', ctx.clock.now())
    .$narrowType<{ kind: DeletionKind }>()
    .executeTakeFirst()
  return found ?? null
}

export type Kept = { id: string; kind: DeletionKind | BulkKind }

/** Choose the rows of a table that can still be restored; those of other tables must all be. */
type Choices = { [Table in keyof Database]?: (rows: Row[]) => Promise<Row[]> }

/** Removes and returns the stored rows. Call it in a transaction. @throws {AppError} not-found once it is too late. */
export async function takeKept(ctx: Ctx, { id, kind }: Kept) {
  const kept = await ctx.db
    .deleteFrom('deletion')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('expires_at', '>', ctx.clock.now())
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
