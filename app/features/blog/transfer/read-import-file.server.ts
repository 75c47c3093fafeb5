import { FieldErrors } from '#app/platform/errors.ts'
import { readZip, UnreadableZip } from '#app/platform/zip/read-zip.ts'

import { MAX_SOURCE } from '../content/render-in-pool.server.ts'

import { readFrontMatter } from './front-matter.ts'
import {
  fileKindOf,
  type ImportEntry,
  type ImportFile,
  type ImportPart,
  type LazyEntries,
  UNKNOWN_FILE,
  UnreadableImport,
} from './import-file.ts'
import { readGhost } from './read-ghost.server.ts'
import { readWxr } from './read-wxr.server.ts'

/** Limits of a slice in entries and characters, so that transferring it blocks nobody. */
const SLICE = 20
const SLICE_LENGTH = 500_000
const MAX_ENTRIES = 5000

/** Total bytes of unpacked texts in a zip. */
const MAX_UNPACKED = 50 * 1024 * 1024

/**
 * Reads a zip of Markdown, WordPress's XML or Ghost's JSON, detected by content.
 * @throws {FieldErrors} of `file` if it cannot be read.
 */
export async function readImportFile(
  { bytes, base, from }: ImportFile,
  give: (part: ImportPart) => Promise<void>,
): Promise<null> {
  const posts = readPosts(bytes, base)
  await give({ total: posts.length })
  let slice: ImportEntry[] = []
  let length = 0
  for (const read of posts.slice(from)) {
    const entry = fit(read())
    slice.push(entry)
    length += 'form' in entry ? entry.form.content.length : 0
    if (slice.length < SLICE && length < SLICE_LENGTH) continue
    await give({ entries: slice })
    slice = []
    length = 0
  }
  if (slice.length > 0) await give({ entries: slice })
  return null
}

function readPosts(bytes: Uint8Array, base: string): LazyEntries {
  try {
    const posts = readKind(bytes, base)
    if (posts.length > MAX_ENTRIES)
      throw new UnreadableImport(`This file has more than ${MAX_ENTRIES} posts. Please split it.`)
    return posts
  } catch (error) {
    if (error instanceof UnreadableImport || error instanceof UnreadableZip)
      throw new FieldErrors({ file: error.message })
    throw error
  }
}

function readKind(bytes: Uint8Array, base: string): LazyEntries {
  switch (fileKindOf(bytes)) {
    case 'zip':
      return readMarkdownZip(bytes)
    case 'xml':
      return readWxr(new TextDecoder().decode(bytes))
    case 'json':
      return readGhost(new TextDecoder().decode(bytes), base)
    case null:
      throw new UnreadableImport(UNKNOWN_FILE)
  }
}

/** Reads the Markdown files of a zip and ignores others. @throws {UnreadableZip} */
function readMarkdownZip(bytes: Uint8Array): LazyEntries {
  const isWanted = (name: string) => /\.(md|markdown|mdx)$/i.test(name) && !/(^|\/)(__MACOSX|\.)/.test(name)
  const files = readZip(bytes, { isWanted, maxBytes: MAX_UNPACKED, maxFiles: MAX_ENTRIES })
  return [...files].map(([fileName, content]) => () => {
    try {
      return readFrontMatter(new TextDecoder().decode(content), fileName)
    } catch (error) {
      if (error instanceof UnreadableImport) return { fileName, reason: error.message }
      throw error
    }
  })
}

/** Rejects posts with fields that are too long here, because a field may be as long as the file. */
function fit(entry: ImportEntry): ImportEntry {
  if (!('form' in entry)) return entry
  const { content, ...lines } = entry.form
  const name = (lines.title || lines.slug).slice(0, 100)
  if (content.length > MAX_SOURCE)
    return { fileName: name, reason: `It is longer than ${MAX_SOURCE.toLocaleString('en-US')} characters.` }
  const isLong = Object.values(lines).some((line) => line.length > 10_000)
  return isLong ? { fileName: name, reason: 'One of its fields is too long.' } : entry
}
