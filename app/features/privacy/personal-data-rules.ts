import type { Selectable } from 'kysely'

import type { Database } from '#app/platform/db/schema/index.ts'

export type TextColumn<Table extends keyof Database> = {
  [Column in keyof Selectable<Database[Table]>]: [
    Extract<Selectable<Database[Table]>[Column], string>,
  ] extends [never]
    ? never
    : Column
}[keyof Selectable<Database[Table]>]

export type TextTable = {
  [Table in keyof Database]: [TextColumn<Table>] extends [never] ? never : Table
}[Exclude<keyof Database, 'kysely_migration'>]

/**
 * What an erasure does. row: erases rows with the address. redact, redactJson: removes it from the text, or from each
 * text of the JSON. copy: derived from other columns, and updated or deleted with them. owner: written by the owner
 * only. none: ids, hashes, sealed values, fixed lists, and texts stored without addresses.
 */
export type Rule = 'row' | 'redact' | 'redactJson' | 'copy' | 'owner' | 'none'

export type Listing<Table extends keyof Database> = Partial<Record<Rule, readonly TextColumn<Table>[]>>
