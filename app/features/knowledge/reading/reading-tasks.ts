import { defineTask } from '#app/platform/pool/task.ts'

import type { Section } from '../passages/section.ts'

import type { Changes } from './changes-between.ts'
import type { OwnPage } from './read-html.server.ts'
import type { Original, Reading, RefusalReason } from './reading.ts'

export type ReadOutcome =
  | { reading: Reading }
  | { refused: RefusalReason; values: Readonly<Record<string, number>> }

const budgets = {
  lane: 'long',
  // In MB. A file of 10 MB takes at most 400; a decompression bomb takes more.
  maxMemory: 600,
  maxInput: 12_000_000,
  maxOutput: 60_000_000,
  maxWaiting: 20,
} as const

/** `maxCpu` is in milliseconds: a book of 700 pages takes about 10 s, a page of 5 MB about 1 s. */
export const readTasks = {
  pdf: defineTask<Original, ReadOutcome, number>({ ...budgets, name: 'read-pdf', maxCpu: 60_000 }),
  html: defineTask<Original, ReadOutcome, number>({ ...budgets, name: 'read-html', maxCpu: 10_000 }),
  text: defineTask<Original, ReadOutcome, number>({ ...budgets, name: 'read-text', maxCpu: 10_000 }),
}

export const readOwnPagesTask = defineTask<readonly string[], OwnPage[]>({
  ...budgets,
  name: 'read-own-pages',
  maxCpu: 10_000,
})

export const compareReadings = defineTask<{ before: string; after: readonly Section[] }, Changes | null>({
  ...budgets,
  name: 'compare-readings',
  maxCpu: 5000,
})
