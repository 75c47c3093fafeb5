import { defineTask } from '#app/platform/pool/task.ts'

import type { PostForm } from '../post-form.ts'

/** A post as another system, or another Foyer, had it. */
export type ImportedPost = {
  form: PostForm
  /** Null where the file does not tell. */
  createdAt: number | null
  /** Null for a draft. */
  publishedAt: number | null
}

/** Thrown for a file that cannot be read at all; its message is a sentence for the owner. */
export class UnreadableImport extends Error {
  override name = 'UnreadableImport'
}

/** A moment in milliseconds; null for what is none. */
export function momentOf(text: unknown): number | null {
  const moment =
    text instanceof Date ? text.getTime() : typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? null : moment
}

export type ImportFile = {
  bytes: Uint8Array
  /** Address of the old blog, to which Ghost's pictures belong; may be empty. */
  base: string
  /** How many entries are taken already, and are not given again. */
  from: number
}

/** A post of the file, or why it cannot be read. */
export type ImportEntry = ImportedPost | { fileName: string; reason: string }

/** Entries of a file, each read when it is asked for. */
export type LazyEntries = readonly (() => ImportEntry)[]

export type ImportPart = { total: number } | { entries: ImportEntry[] }

/** Reads a file of posts and gives them in slices: first how many there are, then each. */
export const readImport = defineTask<ImportFile, null, ImportPart>({
  name: 'read-import',
  lane: 'long',
  maxCpu: 20_000,
  maxMemory: 600,
  maxInput: 11_000_000,
  maxOutput: 10,
  maxWaiting: 4,
})

/** What a file of posts is by its first characters; null for none that can be read. */
export function fileKindOf(bytes: Uint8Array): 'zip' | 'xml' | 'json' | null {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'zip'
  const first = new TextDecoder().decode(bytes.subarray(0, 1000)).trimStart()[0]
  return first === '<' ? 'xml' : first === '{' ? 'json' : null
}
