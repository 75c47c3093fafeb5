import { storeImage } from '#app/features/images/store-image.server.ts'
import type { Change } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'

import { applyImport, type ImportCounts } from './apply-import.server.ts'
import { type ArchiveFault, describeFault, MAX_ARCHIVE_BYTES } from './archive-files.ts'
import type { Archive } from './archive-format.ts'
import { checkArchive, type ImportPlan } from './check-archive.server.ts'
import { readArchive } from './read-archive.ts'

const MOST_SHOWN = 100

export class FaultyArchive extends AppError {
  override name = 'FaultyArchive'
  readonly faults: readonly string[]

  constructor(found: readonly ArchiveFault[]) {
    super('invalid', 'This export cannot be imported. Nothing was changed.')
    const more = found.length - MOST_SHOWN
    this.faults = [
      ...found.slice(0, MOST_SHOWN).map(describeFault),
      ...(more > 0 ? [`… and ${more} more.`] : []),
    ]
  }
}

export type ImportOptions = {
  /** Only report errors, or what the import would do. */
  isCheck?: boolean
  by?: Change['by']
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => Promise<void>
}

/**
 * Replaces the site's content with an export, once all of it was checked.
 * @throws {FaultyArchive} with all faults; then nothing was changed.
 */
export async function importContent(
  ctx: Ctx,
  bytes: Uint8Array,
  { isCheck = false, by, signal, onProgress = async () => {} }: ImportOptions = {},
): Promise<(ImportCounts | { pages: number; checked: true }) & { notes: readonly string[] }> {
  const plan = await readPlan(ctx, bytes, signal)
  const { notes } = plan
  if (isCheck) return { pages: plan.pages.length, checked: true, notes }
  const stored: string[] = []
  try {
    const total = plan.pictures.length + 1
    for (const [done, picture] of plan.pictures.entries()) {
      signal?.throwIfAborted()
      await onProgress(done, total)
      stored.push(...(await storePicture(ctx, picture)))
    }
    await onProgress(total - 1, total)
    return { ...(await applyImport(ctx, plan, by)), notes }
  } catch (error) {
    for (const name of stored) await ctx.files.delete(name)
    throw error
  }
}

async function readPlan(ctx: Ctx, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<ImportPlan> {
  const blame = (text: string) => new FaultyArchive([{ file: 'The file', place: '', text }])
  if (bytes.byteLength > MAX_ARCHIVE_BYTES) throw blame('It is larger than 50 MB.')
  const archive: Archive = { values: new Map(), pictures: new Map() }
  try {
    const faults = await ctx.pool.run(readArchive, bytes, {
      ...(signal && { signal }),
      onPart(part) {
        if ('picture' in part) archive.pictures.set(part.picture, part.bytes)
        else for (const [name, value] of part.values) archive.values.set(name, value)
      },
    })
    if (faults.length > 0) throw new FaultyArchive(faults)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid' && !(error instanceof FaultyArchive))
      throw blame(error.message)
    throw error
  }
  const checked = await checkArchive(ctx, archive)
  if ('faults' in checked) throw new FaultyArchive(checked.faults)
  return checked.plan
}

/** Encodes a picture like an upload, under the id that the pages refer to. @throws {FaultyArchive} */
async function storePicture(ctx: Ctx, { file, bytes }: ImportPlan['pictures'][number]): Promise<string[]> {
  const [, id] = file.split('/')
  const refuse = (text: string) => new FaultyArchive([{ file, place: '', text }])
  try {
    const { address, stored } = await storeImage(ctx, { name: file, bytes, ...(id && { id }) })
    if (address === `/${file}`) return stored
    for (const name of stored) await ctx.files.delete(name)
  } catch (error) {
    if (error instanceof FieldErrors) throw refuse(error.message)
    throw error
  }
  throw refuse('The picture’s size differs from the one in its name.')
}
