import { type Kysely, sql } from 'kysely'

/** A claim's key prevents a slot from being booked twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table meeting_type (id text primary key, slug text not null unique, name text not null,
    length integer not null, location text not null, questions text not null,
    buffer_before integer not null, buffer_after integer not null, notice integer not null,
    daily_maximum integer, window_days integer not null, members text not null, is_offered integer not null,
    created_at bigint not null, updated_at bigint not null)`.execute(db)
  await sql`create table member_hours (member_id text primary key, time_zone text not null, week text not null,
    exceptions text not null, feed_version integer not null, updated_at bigint not null)`.execute(db)
  await sql`create table booking (id text primary key, type_id text not null, member_id text not null,
    starts_at bigint not null, ends_at bigint not null, blocked_from bigint not null, blocked_to bigint not null,
    state text not null, time_zone text not null, guest_hash text not null,
    lead_id text not null references lead (id) on delete cascade,
    sequence integer not null, created_at bigint not null, updated_at bigint not null)`.execute(db)
  for (const index of [
    'booking_of_lead on booking (lead_id)',
    'booking_in_order on booking (starts_at, id)',
    'booking_of_member on booking (member_id, starts_at)',
  ])
    await sql`create index ${sql.raw(index)}`.execute(db)
  await sql`create unique index booking_once on booking (guest_hash, starts_at) where state = 'booked'`.execute(
    db,
  )
  await sql`create table slot_claim (member_id text not null, slice bigint not null, holder text not null,
    booking_id text references booking (id) on delete cascade, expires_at bigint,
    primary key (member_id, slice))`.execute(db)
  await sql`create index slot_claim_of on slot_claim (booking_id)`.execute(db)
  await sql`create index slot_claim_held on slot_claim (expires_at) where expires_at is not null`.execute(db)
}
