import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lead add column answers text`.execute(db)
  await sql`create index lead_answered on lead (created_at, id) where answers is not null`.execute(db)
}
