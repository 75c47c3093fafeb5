import { setImmediate as othersFirst } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeActor } from '#app/platform/stored-actor.ts'

import { importArchive } from './import-archive.job.server.ts'
import { CUT_OFF, CUT_OFF_AFTER, noteProgress } from './transfer-progress.server.ts'

const PART = 1024 * 1024
const MAX_NAME = 200

export type UploadedArchive = {
  name: string
  content: Blob
  kind: 'import' | 'check'
}

/** Stores an uploaded export, to be checked and imported in the background. @throws {FieldErrors} by field. */
export async function startContentImport(
  ctx: Ctx,
  { name, content, kind }: UploadedArchive,
): Promise<{ id: string }> {
  const beginning = await content.slice(0, 2).text()
  if (beginning !== 'PK') throw new FieldErrors({ file: 'This is not a zip file.' })
  // Each part is written on its own, so that others can write in between.
  const { id } = await withTransaction(ctx, (ctx) => beginTransfer(ctx, kind, name, 'uploading'))
  try {
    await storeParts(ctx, id, content)
  } catch (error) {
    await noteProgress(ctx, id, CUT_OFF)
    throw error
  }
  await withTransaction(ctx, async (ctx) => {
    await noteProgress(ctx, id, { state: 'waiting' })
    await enqueue(ctx, importArchive, { id })
  })
  return { id }
}

async function storeParts(ctx: Ctx, id: string, content: Blob): Promise<void> {
  for (let part = 0; part * PART < content.size; part += 1) {
    await othersFirst()
    const bytes = await content.slice(part * PART, (part + 1) * PART).bytes()
    await ctx.db.insertInto('content_transfer_file').values({ transfer_id: id, part, bytes }).execute()
    await noteProgress(ctx, id, {})
  }
}

/** Stores a new transfer for the background, and deletes finished and cut off ones of this kind. */
export async function beginTransfer(
  ctx: Ctx,
  kind: UploadedArchive['kind'] | 'site',
  name: string,
  state: 'waiting' | 'uploading' = 'waiting',
): Promise<{ id: string }> {
  const actor = requireActor(ctx, 'content.write')
  const id = newId()
  const now = ctx.clock.now()
  const kinds = kind === 'site' ? (['site'] as const) : (['import', 'check'] as const)
  await ctx.db
    .deleteFrom('content_transfer')
    .where('kind', 'in', kinds)
    .where((where) =>
      where.or([
        where('state', 'in', ['done', 'failed']),
        where.and([where('state', '=', 'uploading'), where('updated_at', '<=', now - CUT_OFF_AFTER)]),
      ]),
    )
    .execute()
  await ctx.db
    .insertInto('content_transfer')
    .values({
      id,
      kind,
      name: name.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', ''),
      actor: storeActor(actor),
      state,
      summary: null,
      total: null,
      done: 0,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { id }
}
