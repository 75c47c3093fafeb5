import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { endianness } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'

import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.server.ts'
import { createTurns } from '#app/platform/take-turns.server.ts'

import type { PackedPostings } from './postings.ts'

/** What an index is made of, at a revision of the knowledge. */
export type StoredIndex = {
  revision: number
  /** JSON, one for each item, in the order of their passages' numbers. */
  items: readonly string[]
  postings: PackedPostings
}

/** Bytes at the start of the file that say what follows. */
const HEAD = 512
/** Bytes that are read, written and checked in one step, about a millisecond. */
const STEP = 1024 * 1024
/** An unfinished file that is older was left by a process that died. */
const LEFT_BEHIND = 10 * MINUTE

const headSchema = z.object({
  madeBy: z.string(),
  revision: z.int(),
  /** Bytes of the items, the terms, the starts and the postings, which follow each other. */
  sizes: z.array(z.int().min(0)).length(4),
  check: z.int(),
})

type Head = z.infer<typeof headSchema>

/**
 * Writes the file as a whole or not at all.
 * @param madeBy names everything that the form and the terms depend on
 */
export async function writeIndexFile(path: string, madeBy: string, stored: StoredIndex): Promise<void> {
  await removeLeftBehind(path)
  const { items, postings, revision } = stored
  const lines = [items, [...postings.terms.keys()]].map((each) => Buffer.from(each.join('\n')))
  const arrays = [postings.starts, postings.all].map((each) => new Uint8Array(each.buffer))
  const sections = [...lines, ...arrays]
  const unfinished = `${path}.${newId()}.part`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    let [at, check] = [HEAD, 0]
    for (const section of sections)
      for (let from = 0; from < section.length; from += STEP) {
        const step = section.subarray(from, from + STEP)
        check = crc32(step, check)
        await file.write(step, 0, step.length, at)
        at += step.length
      }
    const sizes = sections.map(({ length }) => length)
    const head = JSON.stringify({ madeBy: withEndianness(madeBy), revision, sizes, check } satisfies Head)
    // Last, so that a file without its end has no head either.
    await file.write(head.padEnd(HEAD), 0)
    await file.close()
    await rename(unfinished, path)
  } catch (error) {
    await file.close()
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Deletes the file, and what processes that died had written of it. */
export async function removeIndexFile(path: string): Promise<void> {
  await rm(path, { force: true })
  await removeLeftBehind(path)
}

async function removeLeftBehind(path: string): Promise<void> {
  const folder = dirname(path)
  for (const name of await readdir(folder)) {
    const part = join(folder, name)
    if (!part.startsWith(`${path}.`) || !name.endsWith('.part')) continue
    const found = await stat(part).catch(() => null)
    if (found && found.mtimeMs < Date.now() - LEFT_BEHIND) await rm(part, { force: true })
  }
}

/** Returns null if there is no file, or if it is damaged or was made by something else. */
export async function readIndexFile(path: string, madeBy: string): Promise<StoredIndex | null> {
  return withFile(path, async (file) => {
    const head = await readHead(file, madeBy)
    return head && readSections(file, head)
  })
}

async function withFile<Result>(
  path: string,
  read: (file: FileHandle) => Promise<Result | null>,
): Promise<Result | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return null
  try {
    return await read(file)
  } finally {
    await file.close()
  }
}

/** Returns the revision of the knowledge that the file holds; null without a usable file. */
export async function storedRevision(path: string, madeBy: string): Promise<number | null> {
  return withFile(path, async (file) => (await readHead(file, madeBy))?.revision ?? null)
}

async function readHead(file: FileHandle, madeBy: string): Promise<Head | null> {
  const bytes = Buffer.alloc(HEAD)
  await file.read(bytes, 0, HEAD, 0)
  const text = bytes.toString()
  if (!text.startsWith('{')) return null
  const parsed = headSchema.safeParse(parseJson(text))
  if (!parsed.success || parsed.data.madeBy !== withEndianness(madeBy)) return null
  const size = parsed.data.sizes.reduce((sum, one) => sum + one, HEAD)
  return (await file.stat()).size === size ? parsed.data : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function readSections(file: FileHandle, { revision, sizes, check }: Head): Promise<StoredIndex | null> {
  const sections: Uint8Array<ArrayBuffer>[] = []
  let [at, found] = [HEAD, 0]
  for (const size of sizes) {
    const section = new Uint8Array(size)
    for (let from = 0; from < size; from += STEP) {
      const step = section.subarray(from, from + STEP)
      await file.read(step, 0, step.length, at)
      found = crc32(step, found)
      at += step.length
    }
    sections.push(section)
  }
  if (found !== check) return null
  const [items = [], terms = []] = sections
    .slice(0, 2)
    .map((bytes) => Buffer.from(bytes.buffer).toString().split('\n'))
  const [starts, all] = sections.slice(2).map(({ buffer }) => new Uint32Array(buffer))
  if (!starts || !all) return null
  const positions = new Map<string, number>()
  const turn = createTurns()
  for (const [position, term] of terms.entries()) {
    positions.set(term, position)
    await turn()
  }
  return { revision, items, postings: { terms: positions, starts, all } }
}

/** The arrays are written without conversion, so a processor of the other byte order must not read them. */
function withEndianness(madeBy: string): string {
  return `${madeBy} ${endianness()}`
}
