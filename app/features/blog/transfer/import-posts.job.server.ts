import { open, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { DAY, HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob, type JobRun } from '#app/platform/jobs/job.server.ts'
import { OverBudget } from '#app/platform/pool/task.ts'
import { readStoredActor } from '#app/platform/stored-actor.ts'
import { createTurns } from '#app/platform/take-turns.server.ts'

import { removeEntries } from './cancel-import.server.ts'
import { linkTranslations } from './link-translations.server.ts'
import { IMPORT_PART, type ImportPart, partName, readImport, type RunningImport } from './read-import.ts'
import { clear, clearPaths, createStaging } from './stage-entries.server.ts'
import { storeEntries } from './store-entries.server.ts'

/**
 * Reads an uploaded file for the preview, stores the chosen posts, or removes what a cancelled import has stored. An
 * interrupted run continues: reading begins again, because nobody has seen the preview yet, and storing goes on after the
 * last stored post.
 */
export const runImport = defineJob({
  name: 'run-import',
  lane: 'other',
  payload: z.object({ id: z.string() }),
  concurrency: 1,
  // Ten thousand posts with pictures take hours.
  deadline: 8 * HOUR,
  run,
  givenUp: (ctx, { id }) => fail(ctx, id, 'The import was interrupted several times. Please try again.'),
})

export const expireImport = defineJob({
  name: 'expire-import',
  lane: 'other',
  payload: z.object({ id: z.string() }),
  async run(ctx, { id }) {
    const expired = await ctx.db
      .updateTable('blog_import')
      .set({ state: 'cancelling' })
      .where('id', '=', id)
      .where('state', 'in', ['uploading', 'ready'])
      .returning('id')
      .executeTakeFirst()
    if (expired) await enqueue(ctx, runImport, { id })
  },
})

export async function expireLater(ctx: Ctx, id: string): Promise<void> {
  await enqueue(
    ctx,
    expireImport,
    { id },
    { id: `${expireImport.name}:${id}`, runAt: ctx.clock.now() + 7 * DAY },
  )
}

async function run(ctx: Ctx, { id }: { id: string }, { signal }: JobRun): Promise<void> {
  const row = await ctx.db
    .selectFrom('blog_import')
    .select(['name', 'base', 'actor', 'state', 'size', 'done', 'total', 'redirects'])
    .where('id', '=', id)
    .where('state', 'in', ['reading', 'importing', 'cancelling'])
    .executeTakeFirst()
  if (!row) return
  const owned: Ctx = { ...ctx, actor: readStoredActor(row.actor) }
  const running = { ...row, id, signal, redirects: row.redirects === 1 }
  if (row.state === 'cancelling') {
    await removeEntries(owned, running)
    await clear(owned, id)
    await deleteFile(ctx, id, row.size)
    await ctx.db.deleteFrom('blog_import').where('id', '=', id).execute()
    return
  }
  // A run that was interrupted here has deleted the file already.
  if (row.state === 'importing' && row.done === row.total) {
    await linkTranslations(owned, running)
    return end(ctx, running)
  }
  const folder = await mkdtemp(join(tmpdir(), 'foyer-import-'))
  try {
    const path = join(folder, 'file')
    await copyFile(ctx, running, path)
    if (row.state === 'reading') await read(owned, running, path)
    else if (await storeEntries(owned, running, path)) {
      await linkTranslations(owned, running)
      await end(ctx, running)
    }
  } catch (error) {
    if (error instanceof FieldErrors || error instanceof OverBudget) await fail(ctx, id, error.message)
    else throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function read(ctx: Ctx, running: RunningImport, path: string): Promise<void> {
  const { id, name, base, signal } = running
  const staging = await createStaging(ctx, running)
  const { timeZone } = await ctx.site(ctx)
  let taking = Promise.resolve()
  const take = async (part: ImportPart) => {
    signal.throwIfAborted()
    if ('entries' in part) return staging.take(part.entries)
    const known = 'format' in part ? { format: part.format } : { notes: JSON.stringify(part.notes) }
    await ctx.db.updateTable('blog_import').set(known).where('id', '=', id).execute()
  }
  try {
    await ctx.pool.run(
      readImport,
      { path, name, base, timeZone, now: ctx.clock.now() },
      { signal, onPart: (part) => (taking = take(part)) },
    )
    await staging.end()
  } finally {
    // Wait for the entries under way, so that no other run starts alongside.
    await taking.catch(() => {})
  }
}

/** Copies the parts to a private file of this machine, which the pool reads in pieces. */
async function copyFile(ctx: Ctx, { id, size, signal }: RunningImport, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for (let part = 0; part * IMPORT_PART < size; part += 1) {
      signal.throwIfAborted()
      const bytes = await ctx.files.get(partName(id, part))
      if (!bytes) throw new FieldErrors({ file: 'A part of the file is missing. Please upload it again.' })
      await file.write(bytes)
    }
  } finally {
    await file.close()
  }
}

export async function deleteFile(ctx: Ctx, id: string, size: number): Promise<void> {
  for (let part = 0; part * IMPORT_PART < size; part += 1) await ctx.files.delete(partName(id, part))
}

/** Deletes the texts and the file; the report stays. */
async function end(ctx: Ctx, { id, size, signal }: RunningImport): Promise<void> {
  const turn = createTurns()
  for (let from = 0; ; from += 500) {
    signal.throwIfAborted()
    await turn()
    const cleared = await ctx.db
      .updateTable('blog_import_entry')
      .set({ post: null })
      .where('import_id', '=', id)
      .where('position', '>=', from)
      .where('position', '<', from + 500)
      .returning('position')
      .execute()
    if (cleared.length === 0) break
  }
  await clearPaths(ctx, id)
  // This precedes the state, because nothing deletes the file of an import that is done.
  await deleteFile(ctx, id, size)
  await ctx.db
    .updateTable('blog_import')
    .set({ state: 'done', updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'importing')
    .execute()
}

async function fail(ctx: Ctx, id: string, failure: string): Promise<void> {
  const states = ['reading', 'importing'] as const
  const failing = await ctx.db
    .selectFrom('blog_import')
    .select('size')
    .where('id', '=', id)
    .where('state', 'in', states)
    .executeTakeFirst()
  if (!failing) return
  await deleteFile(ctx, id, failing.size)
  await ctx.db
    .updateTable('blog_import')
    .set({ state: 'failed', failure, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', 'in', states)
    .execute()
}
