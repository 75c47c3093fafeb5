import { setImmediate as othersFirst } from 'node:timers/promises'

import { z } from 'zod'

import { keepPerson, recordPersonEvent } from '#app/features/leads/persons/keep-person.server.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { defineJob, type JobRun } from '#app/platform/jobs/job.server.ts'
import { OverBudget } from '#app/platform/pool/task.ts'
import { readStoredActor } from '#app/platform/stored-actor.ts'

import type { TypedContact } from '../contact-fields.ts'

import type { ColumnMapping } from './columns.ts'
import type { ImportPreview, PreviewRow } from './preview-row.ts'
import { type JudgedRow, judgeRows } from './judge-rows.server.ts'
import { type FileHead, type FileRow, readPeopleTask } from './read-people.ts'

/** Checks an uploaded file, or imports it after confirmation. An interrupted import resumes where it stopped. */
export const importPeople = defineJob({
  name: 'import-people',
  lane: 'other',
  payload: z.object({ id: z.string() }),
  concurrency: 1,
  // Importing 50,000 rows takes several minutes.
  deadline: HOUR,
  run: runImport,
  givenUp: (ctx, { id }) => fail(ctx, id, 'The import was interrupted several times. Please try again.'),
})

async function runImport(ctx: Ctx, { id }: { id: string }, { signal }: JobRun): Promise<void> {
  const row = await ctx.db
    .selectFrom('person_import')
    .select(['state', 'actor', 'mapping', 'done', 'created_at'])
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'importing'])
    .executeTakeFirst()
  if (!row) return
  const owned: Ctx = { ...ctx, actor: readStoredActor(row.actor) }
  const isCheck = row.state === 'checking'
  const work = isCheck ? startCheck(owned, id) : startRows(owned, { id, at: row.created_at, from: row.done })
  // Stored by an earlier check, or chosen by the owner.
  const mapping = row.mapping === null ? null : (JSON.parse(row.mapping) as ColumnMapping)
  let taking = Promise.resolve()
  try {
    const file = { bytes: await readFile(ctx, id), mapping, from: isCheck ? 0 : row.done }
    await ctx.pool.run(readPeopleTask, file, {
      signal,
      onPart: (part) => {
        signal.throwIfAborted()
        return (taking = 'head' in part ? work.takeHead(part.head) : work.takeRows(part.rows))
      },
    })
    await work.end()
  } catch (error) {
    if (error instanceof FieldErrors || error instanceof OverBudget) await fail(ctx, id, error.message)
    else throw error
  } finally {
    // Wait for the rows in progress, so that no other run starts alongside.
    await taking.catch(() => {})
  }
}

type Work = {
  takeHead(head: FileHead): Promise<void>
  takeRows(rows: FileRow[]): Promise<void>
  end(): Promise<void>
}

const SHOWN = 25

/** Counts what the import would do, and keeps the first rows to be shown. */
function startCheck(ctx: Ctx, id: string): Work {
  let head: FileHead | null = null
  const counts = { new: 0, changed: 0, left: 0 }
  const first: PreviewRow[] = []
  return {
    async takeHead(read) {
      head = read
    },
    async takeRows(rows) {
      await othersFirst()
      for (const row of await judgeRows(ctx, rows)) {
        counts[row.verdict.kind] += 1
        if (first.length < SHOWN) first.push(previewOf(row))
      }
    },
    async end() {
      if (head === null) throw new Error('The file was not described.')
      const { columns, encoding, separator, isCut, mapping, total } = head
      const preview: ImportPreview = {
        columns,
        encoding,
        separator,
        isCut,
        added: counts.new,
        changed: counts.changed,
        leftOut: counts.left,
        rows: first,
      }
      await update(ctx, id, {
        state: 'ready',
        mapping: JSON.stringify(mapping),
        preview: JSON.stringify(preview),
        total,
      })
    },
  }
}

function previewOf({ line, contact, cells, verdict }: JudgedRow): PreviewRow {
  if (contact === null)
    return { line, email: cells.filter(Boolean).join(' · ').slice(0, 200), name: '', company: '', verdict }
  return { line, email: contact.email, name: contact.name, company: contact.company || '', verdict }
}

/** Commits each slice together with the position reached, so that an interrupted run neither loses nor repeats rows. */
function startRows(ctx: Ctx, { id, at, from }: { id: string; at: number; from: number }): Work {
  let position = from
  return {
    takeHead: async () => {},
    async takeRows(rows) {
      await othersFirst()
      await withTransaction(ctx, async (ctx) => {
        const judged = await judgeRows(ctx, rows)
        await pass(ctx, { id, position, judged })
        for (const [n, row] of judged.entries()) {
          const { verdict, contact, line, cells } = row
          if (verdict.kind === 'left')
            await ctx.db
              .insertInto('person_import_left')
              .values({
                import_id: id,
                position: position + n,
                line,
                cells: JSON.stringify(cells),
                reason: verdict.reason,
              })
              .execute()
          else if (contact !== null) await store(ctx, contact, { at, withNote: isNoteNew(row) })
        }
      })
      position += rows.length
    },
    end: () => finish(ctx, id, { state: 'done' }),
  }
}

function isNoteNew({ verdict, contact }: JudgedRow): boolean {
  if (contact === null || contact.note === null) return false
  return verdict.kind === 'new' || (verdict.kind === 'changed' && verdict.fields.includes('note'))
}

/** Dates the address at the upload, so that an erasure after the upload also covers rows stored later. */
async function store(
  ctx: Ctx,
  { note, ...contact }: TypedContact,
  { at, withNote }: { at: number; withNote: boolean },
): Promise<void> {
  const { personId } = await keepPerson(ctx, contact, {
    at: ctx.clock.now(),
    origin: 'import',
    addressFrom: at,
  })
  await recordPersonEvent(ctx, { personId, kind: 'imported', body: null })
  if (withNote) await recordPersonEvent(ctx, { personId, kind: 'note', body: note })
}

type Passed = { id: string; position: number; judged: readonly JudgedRow[] }

/** @throws {Error} if another run has meanwhile advanced the import; that run continues */
async function pass(ctx: Ctx, { id, position, judged }: Passed): Promise<void> {
  const count = (kind: JudgedRow['verdict']['kind']) =>
    judged.filter(({ verdict }) => verdict.kind === kind).length
  const passed = await ctx.db
    .updateTable('person_import')
    .set((set) => ({
      done: position + judged.length,
      added: set('added', '+', count('new')),
      changed: set('changed', '+', count('changed')),
      left_out: set('left_out', '+', count('left')),
      updated_at: ctx.clock.now(),
    }))
    .where('id', '=', id)
    .where('done', '=', position)
    .where('state', '=', 'importing')
    .returning('id')
    .executeTakeFirst()
  if (!passed) throw new Error('Another run of this import is further ahead.')
}

async function fail(ctx: Ctx, id: string, failure: string): Promise<void> {
  await finish(ctx, id, { state: 'failed', failure })
}

type End = { state: 'done' } | { state: 'failed'; failure: string }

/** Deletes the file and its preview; the rows left out stay for the report. */
async function finish(ctx: Ctx, id: string, end: End): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await update(ctx, id, { ...end, preview: null })
    await ctx.db.deleteFrom('person_import_file').where('import_id', '=', id).execute()
  })
}

type Progress =
  | (End & { preview: null })
  | { state: 'ready'; mapping: string; preview: string; total: number }

async function update(ctx: Ctx, id: string, progress: Progress): Promise<void> {
  await ctx.db
    .updateTable('person_import')
    .set({ ...progress, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'importing'])
    .execute()
}

async function readFile(ctx: Ctx, id: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (;;) {
    await othersFirst()
    const part = await ctx.db
      .selectFrom('person_import_file')
      .select('bytes')
      .where('import_id', '=', id)
      .where('part', '=', parts.length)
      .executeTakeFirst()
    if (!part) return new Uint8Array(Buffer.concat(parts))
    parts.push(part.bytes)
  }
}
