import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_feed add column kind text not null default 'ics'`.execute(db)
  await sql`alter table calendar_feed add column writes integer not null default 0`.execute(db)
  await sql`alter table calendar_feed add column write_error text`.execute(db)
  await sql`create table calendar_entry (feed_id text not null references calendar_feed (id) on delete cascade,
    booking_id text not null, sequence integer not null, primary key (feed_id, booking_id))`.execute(db)
}
