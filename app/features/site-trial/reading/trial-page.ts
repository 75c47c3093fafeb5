import { z } from 'zod'

import { defineTask } from '#app/platform/pool/task.ts'

import type { NamedFile } from './measured.ts'

/** What a page reveals about a business. */
export const signsSchema = z.object({
  phone: z.string().nullable(),
  questions: z.int(),
  hasForm: z.boolean(),
  hasHours: z.boolean(),
  hasDescription: z.boolean(),
  /** Whether its text seems to come from scripts, which are not run. */
  needsScript: z.boolean().default(false),
})
export type Signs = z.output<typeof signsSchema>

export const passagesSchema = z.array(
  z.object({ headings: z.array(z.string()), text: z.string(), terms: z.string() }),
)
export type TrialPassage = z.output<typeof passagesSchema>[number]

export type TrialPage = {
  url: string
  title: string
  language: string
  passages: TrialPassage[]
  signs: Signs
}

export type TrialReading = {
  page: TrialPage
  /** Links to pages of the same site, those of its menu first. */
  links: string[]
  /** Files that a browser loads immediately with the page. */
  files: NamedFile[]
  /** Whether it asks to be left out of indexes. */
  isKeptOut: boolean
}

export const readTrialPageTask = defineTask<
  { bytes: Uint8Array; contentType: string; url: string },
  TrialReading
>({
  name: 'read-trial-page',
  lane: 'long',
  maxCpu: 3000,
  maxMemory: 400,
  maxInput: 1_500_000,
  maxOutput: 500_000,
  maxWaiting: 12,
})
