import { setImmediate as othersFirst } from 'node:timers/promises'

import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { defineJob, type JobRun } from '#app/platform/jobs/job.server.ts'
import { OverBudget } from '#app/platform/pool/task.ts'
import { readStoredActor } from '#app/platform/stored-actor.ts'

import { insertPost, makePost } from '../create-post.server.ts'
import { slugOf } from '#app/features/editing/slugs.ts'
import { postSubject } from '../store-post.server.ts'

import { type ImportedPost, type ImportEntry, type ImportPart, readImport } from './import-file.ts'

/** Imports the posts of a file in the background. An interrupted run continues where it ended. */
export const importPosts = defineJob({
  name: 'import-posts',
  lane: 'other',
  payload: z.object({ id: z.string() }),
  concurrency: 1,
  // Five thousand posts take several minutes.
  deadline: 15 * MINUTE,
  run: runImport,
  givenUp: (ctx, { id }) =>
    failImport(ctx, id, 'The import was interrupted several times. Please try again.'),
})

/**
 * Stores or skips each post in one transaction with the position in the file, so that an interrupted run neither loses
 * nor duplicates any. Skips posts whose slug exists, so that the same file can be imported again.
 */
async function runImport(ctx: Ctx, { id }: { id: string }, { signal }: JobRun): Promise<void> {
  const row = await ctx.db
    .selectFrom('blog_import')
    .select(['base', 'actor', 'done'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!row) return
  const actor = readStoredActor(row.actor)
  const owned: Ctx = { ...ctx, actor }
  let position = row.done
  const takePart = async (part: ImportPart) => {
    if ('total' in part) return progress(ctx, id, { total: part.total })
    for (const entry of part.entries) {
      await othersFirst()
      signal.throwIfAborted()
      await takeEntry(owned, { id, position, entry })
      position += 1
    }
  }
  let taking = Promise.resolve()
  try {
    const file = { bytes: await readFile(ctx, id), base: row.base, from: row.done }
    await ctx.pool.run(readImport, file, { signal, onPart: (part) => (taking = takePart(part)) })
    await endImport(ctx, id, { state: 'done' })
  } catch (error) {
    if (error instanceof FieldErrors || error instanceof OverBudget) await failImport(ctx, id, error.message)
    else throw error
  } finally {
    // Wait for the current post, so that no other run begins at the same time.
    await taking.catch(() => {})
  }
}

async function failImport(ctx: Ctx, id: string, failure: string): Promise<void> {
  await endImport(ctx, id, { state: 'failed', failure })
}

async function endImport(
  ctx: Ctx,
  id: string,
  end: { state: 'done' } | { state: 'failed'; failure: string },
): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await progress(ctx, id, end)
    await ctx.db.deleteFrom('blog_import_file').where('import_id', '=', id).execute()
  })
}

async function progress(
  ctx: Ctx,
  id: string,
  change: { total: number } | { state: 'done' } | { state: 'failed'; failure: string },
): Promise<void> {
  await ctx.db
    .updateTable('blog_import')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
}

async function readFile(ctx: Ctx, id: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (;;) {
    await othersFirst()
    const part = await ctx.db
      .selectFrom('blog_import_file')
      .select('bytes')
      .where('import_id', '=', id)
      .where('part', '=', parts.length)
      .executeTakeFirst()
    if (!part) return Buffer.concat(parts)
    parts.push(part.bytes)
  }
}

type Place = { id: string; position: number }

async function takeEntry(ctx: Ctx, { entry, ...place }: Place & { entry: ImportEntry }): Promise<void> {
  if ('reason' in entry) {
    await leave(ctx, place, { title: entry.fileName, reason: entry.reason })
    return
  }
  try {
    await takePost(ctx, place, entry)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    const reason = error instanceof FieldErrors ? Object.values(error.fields).join(' ') : error.message
    await leave(ctx, place, { title: entry.form.title || entry.form.slug, reason })
  }
}

async function takePost(
  ctx: Ctx,
  place: Place,
  { form, createdAt, publishedAt }: ImportedPost,
): Promise<void> {
  const slug = slugOf(form.slug || form.title, 'post')
  if (await isThere(ctx, slug)) throw new FieldErrors({ slug: 'A post with this address already exists.' })
  const made = await makePost(ctx, { ...form, slug })
  const now = ctx.clock.now()
  // A post that was scheduled elsewhere becomes a draft, so that it can be scheduled again.
  const isToCome = publishedAt !== null && publishedAt > now
  await withTransaction(ctx, async (ctx) => {
    await pass(ctx, place, 1)
    const { id } = await insertPost(ctx, made, {
      createdAt: Math.min(createdAt ?? now, now),
      publishedAt: isToCome ? null : publishedAt,
    })
    await recordChange(ctx, {
      what: 'post.imported',
      subject: postSubject({ id, title: made.fields.title }),
    })
  })
}

async function leave(ctx: Ctx, place: Place, left: { title: string; reason: string }): Promise<void> {
  const title = left.title.toWellFormed().replaceAll('\0', '')
  await withTransaction(ctx, async (ctx) => {
    await pass(ctx, place, 0)
    await ctx.db
      .insertInto('blog_import_left')
      .values({ import_id: place.id, position: place.position, title, reason: left.reason })
      .execute()
  })
}

/** Advances the import by one entry. @throws if another run has done so; that run continues. */
async function pass(ctx: Ctx, { id, position }: Place, imported: 0 | 1): Promise<void> {
  const passed = await ctx.db
    .updateTable('blog_import')
    .set((set) => ({
      done: position + 1,
      imported: set('imported', '+', imported),
      updated_at: ctx.clock.now(),
    }))
    .where('id', '=', id)
    .where('done', '=', position)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (!passed) throw new Error('Another run of this import is further ahead.')
}

async function isThere(ctx: Ctx, slug: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('blog_slug').select('slug').where('slug', '=', slug).executeTakeFirst()
  return row !== undefined
}
