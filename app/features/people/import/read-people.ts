import { defineTask } from '#app/platform/pool/task.ts'

import type { TypedContact } from '../contact-fields.ts'

import type { ColumnMapping } from './columns.ts'

export const MAX_FILE_BYTES = 10 * 1024 * 1024
export const MAX_ROWS = 50_000
export const MAX_COLUMNS = 500

export type PeopleFile = {
  bytes: Uint8Array
  /** Null to guess it from the headings. */
  mapping: ColumnMapping | null
  /** Number of rows to skip, because an earlier run stored them. */
  from: number
}

export type FileHead = {
  columns: { title: string; sample: string }[]
  mapping: ColumnMapping
  encoding: string
  separator: string
  total: number
  isCut: boolean
}

/** A row of the file with its contact, or the reason why it has none. */
export type FileRow = { line: number; cells: string[] } & (
  | { contact: TypedContact; reason: null }
  | { contact: null; reason: string }
)

export type PeoplePart = { head: FileHead } | { rows: FileRow[] }

/** Reads a CSV file of people. The first part describes the file; the others hold its rows in slices. */
export const readPeopleTask = defineTask<PeopleFile, null, PeoplePart>({
  name: 'read-people',
  lane: 'imports',
  maxCpu: 20_000,
  maxMemory: 600,
  maxInput: MAX_FILE_BYTES + 10_000,
  maxOutput: 10,
  maxWaiting: 4,
})
