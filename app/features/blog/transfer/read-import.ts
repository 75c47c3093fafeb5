import type { ImportEntryState } from '#app/platform/db/schema/blog.ts'
import { defineTask } from '#app/platform/pool/task.ts'

import type { PostForm } from '../post-form.ts'

/** A file is sent and stored in parts of this size, so that it is never in memory as a whole. */
export const IMPORT_PART = 4 * 1024 * 1024
export const MAX_IMPORT_BYTES = 300 * 1024 * 1024
const MAX_PICTURE_BYTES = 25 * 1024 * 1024

/** A post that fits the limits of this site. */
export type StagedPost = {
  form: PostForm
  /** Addresses by which other posts may link to it, and at which it was. See `former-addresses.ts`. */
  keys: string[]
  formerPaths: string[]
  createdAt: number | null
  /** If it is a translation: the original's key, and the digest of the texts that were translated, null if they are the current ones. */
  translationOf?: { key: string; digest: string | null } | null
  /** When a draft that was exported here was first published; null for any other post. */
  withdrawnAt: number | null
}

export type StagedEntry = {
  source: string | null
  place: string
  title: string
  state: ImportEntryState
  reason: string | null
  at: number | null
  notes: string[]
  /** Null if the entry could not be read. */
  post: StagedPost | null
}

type ImportFile = {
  /** A private file of this machine. */
  path: string
  name: string
  base: string
  timeZone: string
  now: number
}

export type ImportPart = { format: string } | { entries: StagedEntry[] } | { notes: string[] }

/** Reads a file of posts in slices. */
export const readImport = defineTask<ImportFile, null, ImportPart>({
  name: 'read-import',
  lane: 'imports',
  maxCpu: 600_000,
  maxMemory: 500,
  maxInput: 10_000,
  maxOutput: 10,
  maxWaiting: 4,
})

/** Reads one picture of a zip. */
export const readImportPicture = defineTask<{ path: string; name: string }, { bytes: Uint8Array }>({
  name: 'read-import-picture',
  lane: 'long',
  maxCpu: 20_000,
  maxMemory: 400,
  maxInput: 10_000,
  maxOutput: MAX_PICTURE_BYTES + 100,
  maxWaiting: 20,
})

export const FROM_FILE = 'import-file:'

/** @returns an address for a picture of the file, which `pictureIn` finds again */
export function pictureAddress(name: string): string {
  return (
    FROM_FILE +
    encodeURIComponent(name).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  )
}

/** Replaces the pictures of the file in a text. @param replace receives the name in the file */
export function replacePictures(text: string, replace: (name: string) => string): string {
  return text.replaceAll(/import-file:([\w.~%-]+)/g, (_, name: string) => replace(decodeURIComponent(name)))
}

/** An import that a job reads, stores or takes back. */
export type RunningImport = {
  id: string
  name: string
  base: string
  size: number
  done: number
  redirects: boolean
  signal: AbortSignal
}

/** Name in the file store. */
export const partName = (id: string, part: number) => `imports/${id}/${String(part).padStart(3, '0')}`

/** What a cancelled import restores, unless the post was changed after the import. */
export type Undo = { form: PostForm; published: boolean; publishAt: number | null; version: number }
