import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeActor } from '#app/platform/stored-actor.ts'

import { expireLater, runImport } from './import-posts.job.server.ts'
import { IMPORT_PART, MAX_IMPORT_BYTES, partName } from './read-import.ts'

/** Limit in characters, because each picture's URL in the export grows by it. */
const MAX_BASE = 200
const MAX_NAME = 200

const broken = 'A part of the file is missing. Please upload it again.'

export const importPartSchema = z.object({
  /** Empty with the first part, whose answer returns it. */
  import: z
    .string()
    .regex(/^(?:[0-9a-f-]{36})?$/, 'This upload was not found. Please start again.')
    .default(''),
  part: z.coerce.number().int().min(0).default(0),
  size: z.coerce
    .number()
    .int()
    .min(1, 'Please choose a file.')
    .max(MAX_IMPORT_BYTES, 'A file of posts may have at most 300 MB. Please split it.'),
  base: z.string().default(''),
})

type ImportFilePart = z.output<typeof importPartSchema> & { name: string; bytes: Uint8Array }

/**
 * Stores a part of a file of posts. Parts come in order, all of one size except the last, with which reading begins.
 * @throws {FieldErrors} by field.
 */
export async function addImportPart(
  ctx: Ctx,
  sent: ImportFilePart,
): Promise<{ id: string; isComplete: boolean }> {
  const actor = requireActor(ctx, 'content.write')
  const { part, size, bytes } = sent
  const last = Math.ceil(size / IMPORT_PART) - 1
  const expected = part === last ? size - last * IMPORT_PART : IMPORT_PART
  if (part > last || bytes.byteLength !== expected || (sent.import === '') !== (part === 0))
    throw new FieldErrors({ file: broken })
  const base = parseBase(sent.base)
  const id = sent.import || newId()
  if (part > 0) await requireUploading(ctx, id, { size, part })
  await ctx.files.put(partName(id, part), bytes)
  const now = ctx.clock.now()
  return withTransaction(ctx, async (ctx) => {
    if (part === 0) {
      const name = sent.name.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', '') || 'A file'
      await ctx.db
        .insertInto('blog_import')
        .values({
          id,
          name,
          base,
          size,
          actor: storeActor(actor),
          created_at: now,
          updated_at: now,
          state: 'uploading',
          total: null,
          done: 0,
          imported: 0,
          updated: 0,
          failure: null,
          format: null,
          notes: '[]',
          redirects: 1,
        })
        .execute()
      await expireLater(ctx, id)
    }
    const isComplete = part === last
    await ctx.db
      .updateTable('blog_import')
      .set({
        done: isComplete ? 0 : part + 1,
        updated_at: now,
        ...(isComplete && { state: 'reading' as const }),
      })
      .where('id', '=', id)
      .execute()
    if (isComplete) {
      await enqueue(ctx, runImport, { id })
      await recordChange(ctx, {
        what: 'post.import_started',
        subject: { id, path: `/admin/blog/imports/${id}` },
      })
    }
    return { id, isComplete }
  })
}

/** Stores a file that came in one piece, as from a browser without script. @throws {FieldErrors} by field. */
export async function startImport(
  ctx: Ctx,
  { name, bytes, base }: { name: string; bytes: Uint8Array; base: string },
): Promise<{ id: string }> {
  requireActor(ctx, 'content.write')
  const size = bytes.byteLength
  if (size === 0) throw new FieldErrors({ file: 'Please choose a file.' })
  let id = ''
  for (let part = 0; part * IMPORT_PART < size; part += 1) {
    const piece = bytes.subarray(part * IMPORT_PART, (part + 1) * IMPORT_PART)
    ;({ id } = await addImportPart(ctx, { import: id, part, size, base, name, bytes: piece }))
  }
  return { id }
}

async function requireUploading(ctx: Ctx, id: string, { size, part }: { size: number; part: number }) {
  const row = await ctx.db
    .selectFrom('blog_import')
    .select(['size', 'done'])
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .executeTakeFirst()
  if (row?.size !== size || row.done !== part) throw new FieldErrors({ file: broken })
}

function parseBase(base: string): string {
  const address = base.trim().replace(/\/+$/, '')
  const protocol = URL.parse(address)?.protocol
  const isWeb = protocol === 'http:' || protocol === 'https:'
  const isFit = address === '' || (address.length <= MAX_BASE && isWeb)
  if (!isFit) throw new FieldErrors({ base: 'Please enter an address that begins with https://.' })
  return address
}
