import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table client_address (id text primary key,
    assistant_id text not null references assistant (id) on delete cascade, email text not null,
    created_at bigint not null, stopped_at bigint, unique (assistant_id, email))`.execute(db)
}
