import { type FileHandle, open, rm } from 'node:fs/promises'

import { BackupRefused } from '../backup-format.ts'
import { namesIn } from './catalog.ts'
import { pagesOfBody } from './changed-pages.server.ts'
import { isGap, type StoredBase } from './stored-catalog.server.ts'
import type { ObjectReader } from './sealed-object.server.ts'
import type { ShipTarget } from './ship-target.server.ts'

export type Rebuilt = {
  readonly base: StoredBase
  readonly segments: number
  /** Milliseconds UTC: all earlier commits are included. */
  readonly upTo: number
  readonly losses: readonly string[]
}

type Options = {
  target: ShipTarget
  bases: readonly StoredBase[]
  read: ObjectReader
  at: number | null
}

/** Uses the newest intact base and its usable segments. @throws {BackupRefused} if there is no usable base */
export async function rebuildDatabase(path: string, options: Options): Promise<Rebuilt> {
  const { bases, at } = options
  const losses: string[] = []
  for (const base of bases.filter((candidate) => at === null || candidate.at <= at)) {
    const file = await open(path, 'w', 0o600)
    try {
      await writeBase(file, base, options)
      const applied = await applySegments(file, base, options)
      await file.sync()
      return { base, ...applied, losses: [...losses, ...applied.losses] }
    } catch (error) {
      if (!(error instanceof BackupRefused)) throw error
      // The same wrong secret or passphrase would fail for every other base too.
      if (/APP_SECRET|BACKUP_PASSPHRASE/.test(error.message)) throw error
      losses.push(`The base of ${timeOf(base.at)} cannot be used: ${error.message}`)
      await rm(path, { force: true })
    } finally {
      await file.close()
    }
  }
  throw new BackupRefused(
    [
      at === null ? 'No base is complete.' : `There is no complete base before ${timeOf(at)}.`,
      ...losses,
    ].join(' '),
  )
}

async function writeBase(file: FileHandle, base: StoredBase, { target, read }: Options): Promise<void> {
  const source = await target.find(namesIn(base.stream).base(base))
  if (!source) throw new BackupRefused('It is missing.')
  const { meta, body } = await read(source)
  if (meta.kind !== 'base' || meta.lineage !== base.lineage || meta.at !== base.at)
    throw new BackupRefused('A different object is stored under its name.')
  for await (const bytes of body) await file.appendFile(bytes)
}

async function applySegments(
  file: FileHandle,
  base: StoredBase,
  options: Options,
): Promise<Pick<Rebuilt, 'segments' | 'upTo' | 'losses'>> {
  let upTo = base.at
  let segment = base.segment
  const ended = (loss?: string) => ({
    segments: segment - base.segment,
    upTo,
    losses: loss ? [`${loss} What came after ${timeOf(upTo)} is lost.`] : [],
  })
  for (; ; segment += 1) {
    const found = await readSegment(base, segment, options)
    if (found === null)
      return ended(
        (await isGap(options.target, base, segment)) ? `Segment ${segment} is missing.` : undefined,
      )
    if (typeof found === 'string') return ended(`Segment ${segment} cannot be used: ${found}`)
    if (options.at !== null && found.at > options.at) return ended()
    for (const { page, content } of found.pages)
      await file.write(content, 0, content.length, (page - 1) * found.pageSize)
    await file.truncate(found.databasePages * found.pageSize)
    upTo = found.at
  }
}

/** Reads a whole segment before any of it is used. Returns an error message if it is damaged. */
async function readSegment({ stream, lineage }: StoredBase, segment: number, { target, read }: Options) {
  const source = await target.find(namesIn(stream).segment(lineage, segment))
  if (!source) return null
  const parts: Buffer[] = []
  try {
    for await (const bytes of source()) parts.push(bytes)
    const { meta, body } = await read(async function* again() {
      yield* parts
    })
    if (meta.kind !== 'segment' || meta.lineage !== lineage || meta.segment !== segment)
      return 'A different object is stored under its name.'
    const pages: { page: number; content: Buffer }[] = []
    for await (const page of pagesOfBody(body, meta.pageSize)) pages.push(page)
    return { ...meta, pages }
  } catch (error) {
    return (error as Error).message
  }
}

export const timeOf = (at: number): string => new Date(at).toISOString()
