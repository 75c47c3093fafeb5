import { type Kysely, sql } from 'kysely'

/** The cards of a column of the board stand in this order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index lead_board on lead (status, updated_at, id) where spam_reason is null`.execute(db)
}
