import { type Kysely, sql } from 'kysely'

/** A file without a lead is waiting for its inquiry to be stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table lead_file (id text primary key, lead_id text references lead (id) on delete cascade,
    size bigint not null, at bigint not null)`.execute(db)
  await sql`create index lead_file_of on lead_file (lead_id)`.execute(db)
  await sql`create index lead_file_since on lead_file (at, size)`.execute(db)
}
