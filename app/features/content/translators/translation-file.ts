import { defineTask } from '#app/platform/pool/task.ts'

export const MAX_TRANSLATION_BYTES = 10 * 1024 * 1024
export const MAX_TEXTS = 50_000
/** Characters. No text of a page is longer. */
const MAX_TEXT = 100_000
/** Characters of a text and its translation together. */
export const LONGEST = 2 * MAX_TEXT

/** A text of a translator's file. */
export type FileText = {
  /** What may be its id: that of the unit, and the name that some tools keep it in. */
  ids: string[]
  /** Null if the file does not say it. */
  source: string | null
  /** Empty without a translation. */
  target: string
  /** Whether the translator says that it is finished; null if the format cannot say it. */
  isDone: boolean | null
  /** Tag of the language that the file is in; null if it does not say. */
  language: string | null
}

export type ReadFile = {
  /** What was left out or cannot be read, in sentences. */
  notes: string[]
}

/** Reads XLIFF 1.2, 2.0 and 2.1, and CSV. Refuses what is neither; what is damaged is read as far as it is not. */
export const readTranslationsTask = defineTask<Uint8Array, ReadFile, FileText[]>({
  name: 'read-translations',
  lane: 'long',
  maxCpu: 20_000,
  maxMemory: 500,
  maxInput: MAX_TRANSLATION_BYTES + 1000,
  maxOutput: 10_000,
  maxWaiting: 4,
})
