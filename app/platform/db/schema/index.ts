import type { OwnerTable, SessionTable } from './auth.ts'
import type { EmailTable } from './email.ts'
import type { JobTable } from './job.ts'
import type { LeadEventTable, LeadTable } from './lead.ts'
import type { SettingTable, ThrottleTable } from './site.ts'

/**
 * Every table of the product. Columns are text, integer (milliseconds UTC, counts, 0 and 1), real or blob, the same on
 * both engines; ids are UUIDv7 text; JSON is text.
 */
export type Database = {
  email: EmailTable
  job: JobTable
  kysely_migration: { name: string; timestamp: string }
  lead: LeadTable
  lead_event: LeadEventTable
  owner: OwnerTable
  session: SessionTable
  setting: SettingTable
  throttle: ThrottleTable
}
