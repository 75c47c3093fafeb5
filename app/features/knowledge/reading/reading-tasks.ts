import { defineTask } from '#app/platform/pool/task.ts'

import type { Section } from '../passages/section.ts'

import type { Changes } from './changes-between.ts'
import type { Original, Reading, RefusalReason } from './reading.ts'

export type ReadOutcome =
  | { reading: Reading }
  | { refused: RefusalReason; values: Readonly<Record<string, number>> }

const budgets = {
  lane: 'long',
  // A 10 MB file takes 400 of them at most; bombs unfold to more.
  maxMemory: 600,
  maxInput: 12_000_000,
  maxOutput: 60_000_000,
  maxWaiting: 20,
} as const

/** Milliseconds: a book of 700 pages takes some 10 s, a page of 5 MB one. Parts are percents. */
export const readTasks = {
  pdf: defineTask<Original, ReadOutcome, number>({ ...budgets, name: 'read-pdf', maxCpu: 60_000 }),
  html: defineTask<Original, ReadOutcome, number>({ ...budgets, name: 'read-html', maxCpu: 10_000 }),
  text: defineTask<Original, ReadOutcome, number>({ ...budgets, name: 'read-text', maxCpu: 10_000 }),
}

/** Pages of our own as Markdown. */
export const readOwnPagesTask = defineTask<readonly string[], string[]>({
  ...budgets,
  name: 'read-own-pages',
  maxCpu: 10_000,
})

/** What differs between two readings; the former comes as it is stored. */
export const compareReadings = defineTask<{ before: string; after: readonly Section[] }, Changes | null>({
  ...budgets,
  name: 'compare-readings',
  maxCpu: 5000,
})
