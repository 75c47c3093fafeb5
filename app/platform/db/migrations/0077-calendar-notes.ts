import { type Kysely, sql } from 'kysely'

/** What of a calendar that was read was not clear. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_feed add column note text`.execute(db)
}
