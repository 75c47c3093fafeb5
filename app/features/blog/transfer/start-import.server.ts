import { setImmediate as othersFirst } from 'node:timers/promises'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeActor } from '#app/platform/stored-actor.ts'

import { fileKindOf, UNKNOWN_FILE } from './import-file.ts'
import { importPosts } from './import-posts.job.server.ts'

const PART = 1024 * 1024
/** Limit in characters, because each picture's URL in the export grows by it. */
const MAX_BASE = 200
const MAX_NAME = 200

export type NewImport = {
  name: string
  bytes: Uint8Array
  base: string
}

/**
 * Stores a file of posts for import in the background: a zip of Markdown, WordPress's XML or Ghost's JSON.
 * @throws {FieldErrors} by field.
 */
export async function startImport(ctx: Ctx, { name, bytes, base }: NewImport): Promise<{ id: string }> {
  const actor = requireActor(ctx, 'content.write')
  if (fileKindOf(bytes) === null) throw new FieldErrors({ file: UNKNOWN_FILE })
  const id = newId()
  const now = ctx.clock.now()
  const row = {
    name: name.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', ''),
    base: parseBase(base),
    actor: storeActor(actor),
    state: 'waiting' as const,
    total: null,
    done: 0,
    imported: 0,
    failure: null,
  }
  await withTransaction(ctx, async (ctx) => {
    // The owner has seen the results of earlier imports.
    await ctx.db.deleteFrom('blog_import').where('state', '!=', 'waiting').execute()
    await ctx.db
      .insertInto('blog_import')
      .values({ id, created_at: now, updated_at: now, ...row })
      .execute()
    for (let part = 0; part * PART < bytes.byteLength; part += 1) {
      await othersFirst()
      await ctx.db
        .insertInto('blog_import_file')
        .values({ import_id: id, part, bytes: bytes.subarray(part * PART, (part + 1) * PART) })
        .execute()
    }
    await enqueue(ctx, importPosts, { id })
    await recordChange(ctx, { what: 'post.import_started' })
  })
  return { id }
}

function parseBase(base: string): string {
  const address = base.trim().replace(/\/+$/, '')
  const protocol = URL.parse(address)?.protocol
  const isWeb = protocol === 'http:' || protocol === 'https:'
  const isFit = address === '' || (address.length <= MAX_BASE && isWeb)
  if (!isFit) throw new FieldErrors({ base: 'Please enter an address that begins with https://.' })
  return address
}
