import { setImmediate as othersFirst } from 'node:timers/promises'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { PersonImportTable } from '#app/platform/db/schema/person.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeActor } from '#app/platform/stored-actor.ts'

import { type ColumnField, columnFields, type ColumnMapping } from './columns.ts'
import { importPeople } from './import-people.job.server.ts'
import type { ImportPreview } from './preview-row.ts'

const PART = 1024 * 1024
const MAX_NAME = 200

/** Stores an uploaded file and queues its check. Nothing is imported before confirmation. @throws {FieldErrors} file */
export async function uploadPeople(
  ctx: Ctx,
  { name, content }: { name: string; content: Blob },
): Promise<{ id: string }> {
  const actor = requireActor(ctx, 'leads.write')
  if ((await content.slice(0, 2).text()) === 'PK')
    throw new FieldErrors({ file: 'This is a spreadsheet or a zip file. Please save it as CSV first.' })
  const id = newId()
  const now = ctx.clock.now()
  await withTransaction(ctx, async (ctx) => {
    await ctx.db
      .insertInto('person_import')
      .values({
        id,
        name: name.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', '') || 'A file',
        actor: storeActor(actor),
        state: 'checking',
        done: 0,
        added: 0,
        changed: 0,
        left_out: 0,
        created_at: now,
        updated_at: now,
      })
      .execute()
    for (let part = 0; part * PART < content.size; part += 1) {
      await othersFirst()
      const bytes = await content.slice(part * PART, (part + 1) * PART).bytes()
      await ctx.db.insertInto('person_import_file').values({ import_id: id, part, bytes }).execute()
    }
    await enqueue(ctx, importPeople, { id })
  })
  return { id }
}

const SHOWN = 20

export async function listPeopleImports(ctx: Ctx) {
  requireActor(ctx, 'leads.read')
  return ctx.db
    .selectFrom('person_import')
    .select(['id', 'name', 'state', 'added', 'changed', 'left_out', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
}

/** @throws {AppError} not-found. */
export async function getPeopleImport(ctx: Ctx, id: string) {
  requireActor(ctx, 'leads.read')
  const row = await ctx.db
    .selectFrom('person_import')
    .select(['id', 'name', 'state', 'mapping', 'preview', 'total', 'done', 'added', 'changed', 'left_out'])
    .select(['failure', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw importNotFound()
  const { mapping, preview, ...rest } = row
  return {
    ...rest,
    // The job wrote both, so the casts are safe.
    mapping: mapping === null ? [] : (JSON.parse(mapping) as ColumnMapping),
    preview: preview === null ? null : (JSON.parse(preview) as ImportPreview),
  }
}

export type PeopleImport = Awaited<ReturnType<typeof getPeopleImport>>

function importNotFound(): AppError {
  return new AppError(
    'not-found',
    'There is no such import. Uploads that are not confirmed are kept for a day.',
  )
}

/** Checks the file again with other columns. @throws {AppError} conflict unless it awaits confirmation */
export async function chooseColumns(
  ctx: Ctx,
  { id, fields }: { id: string; fields: readonly (string | undefined)[] },
): Promise<void> {
  requireActor(ctx, 'leads.write')
  const mapping = fields.map(
    (chosen): ColumnField | null => columnFields.find((field) => field === chosen) ?? null,
  )
  if (!mapping.includes('email'))
    throw new FieldErrors({ columns: 'Please choose which column holds the e-mail addresses.' })
  await withTransaction(ctx, async (ctx) => {
    await move(ctx, id, { state: 'checking', mapping: JSON.stringify(mapping) })
    await enqueue(ctx, importPeople, { id })
  })
}

/** Queues the import. @throws {AppError} conflict unless it awaits confirmation */
export async function confirmImport(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const actor = requireActor(ctx, 'leads.write')
  await withTransaction(ctx, async (ctx) => {
    await move(ctx, id, { state: 'importing', actor: storeActor(actor) })
    await enqueue(ctx, importPeople, { id })
    await recordChange(ctx, {
      what: 'person.import_started',
      subject: { id, path: `/admin/people/import/${id}` },
    })
  })
}

/** Deletes an upload with its report, unless it is being imported. */
export async function discardImport(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'leads.write')
  await withTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .deleteFrom('person_import')
      .where('id', '=', id)
      .where('state', '!=', 'importing')
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new AppError('conflict', 'It is being imported or has already been deleted.')
    await recordChange(ctx, { what: 'person.import_discarded', subject: { id } })
  })
}

type Change = Pick<PersonImportTable, 'state'> & Partial<Pick<PersonImportTable, 'mapping' | 'actor'>>

async function move(ctx: Ctx, id: string, change: Change): Promise<void> {
  const moved = await ctx.db
    .updateTable('person_import')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .returning('id')
    .executeTakeFirst()
  if (!moved)
    throw new AppError(
      'conflict',
      'This upload is no longer waiting for your confirmation. Please reload the page.',
    )
}
