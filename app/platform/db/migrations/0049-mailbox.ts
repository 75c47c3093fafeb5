import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mailbox (id text primary key, uid_validity text, last_uid bigint not null,
    since bigint not null, holder text, held_until bigint not null, connected_at bigint, last_mail_at bigint,
    error text, failing_since bigint)`.execute(db)
  await sql`create table bounce (id text primary key, mail_id text not null references thread_mail (id) on delete cascade,
    address text not null, is_final integer not null, reason text not null, at bigint not null,
    unique (mail_id, address))`.execute(db)
  await sql`create index bounce_of on bounce (address)`.execute(db)
}
