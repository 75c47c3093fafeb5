import { type Kysely, sql } from 'kysely'

/** Busy times are stored without repetitions and overlaps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table calendar_feed (id text primary key, member_id text not null, host text not null,
    sealed text not null, etag text, checked_at bigint, good_at bigint, error text, created_at bigint not null)`.execute(
    db,
  )
  await sql`create index calendar_feed_of on calendar_feed (member_id)`.execute(db)
  await sql`create table busy_time (feed_id text not null references calendar_feed (id) on delete cascade,
    from_at bigint not null, to_at bigint not null, primary key (feed_id, from_at))`.execute(db)
}
