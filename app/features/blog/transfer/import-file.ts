import { defineTask } from '#app/platform/pool/task.ts'

import type { PostForm } from '../post-form.ts'

export type ImportedPost = {
  form: PostForm
  createdAt: number | null
  /** Null for a draft. */
  publishedAt: number | null
}

/** Thrown for a file that cannot be read; its message is shown to the owner. */
export class UnreadableImport extends Error {
  override name = 'UnreadableImport'
}

export function momentOf(text: unknown): number | null {
  const moment =
    text instanceof Date ? text.getTime() : typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? null : moment
}

export const UNKNOWN_FILE = 'This is neither a zip of Markdown files nor an export from WordPress or Ghost.'

export type ImportFile = {
  bytes: Uint8Array
  /** URL of the old blog, for Ghost's pictures; may be empty. */
  base: string
  /** Number of entries to skip, because an earlier run has stored them. */
  from: number
}

export type ImportEntry = ImportedPost | { fileName: string; reason: string }

/** Entries of a file; each is parsed when its function is called. */
export type LazyEntries = readonly (() => ImportEntry)[]

export type ImportPart = { total: number } | { entries: ImportEntry[] }

/** Reads a file of posts. The first part holds their number, the others the posts in slices. */
export const readImport = defineTask<ImportFile, null, ImportPart>({
  name: 'read-import',
  lane: 'imports',
  maxCpu: 20_000,
  maxMemory: 600,
  maxInput: 11_000_000,
  maxOutput: 10,
  maxWaiting: 4,
})

export function fileKindOf(bytes: Uint8Array): 'zip' | 'xml' | 'json' | null {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'zip'
  const first = new TextDecoder().decode(bytes.subarray(0, 1000)).trimStart()[0]
  return first === '<' ? 'xml' : first === '{' ? 'json' : null
}
