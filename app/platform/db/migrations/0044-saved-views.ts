import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table saved_view (id text primary key,
    member_id text not null references member (id) on delete cascade,
    name text not null, query text not null, created_at bigint not null)`.execute(db)
  await sql`create index saved_view_of on saved_view (member_id, created_at)`.execute(db)
}
