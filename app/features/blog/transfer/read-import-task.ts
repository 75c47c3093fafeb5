import { defineTask } from '#app/platform/pool/task.ts'

import type { ImportedPost } from './imported-post.ts'

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
