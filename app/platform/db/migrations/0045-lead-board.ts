import { type Kysely, sql } from 'kysely'

/** Index for the order of the cards in a column of the board. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index lead_board on lead (status, updated_at, id) where spam_reason is null`.execute(db)
}
