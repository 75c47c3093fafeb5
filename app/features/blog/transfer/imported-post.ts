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
