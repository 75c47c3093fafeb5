import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table deletion (id text primary key, kind text not null, subject_id text not null,
    expires_at bigint not null, rows bytea not null)`.execute(db)
  await sql`create index deletion_expiry on deletion (expires_at)`.execute(db)
}
