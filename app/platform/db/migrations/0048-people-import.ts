import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table person_import (id text primary key, name text not null, actor text not null,
    state text not null, mapping text, preview text, total integer, done integer not null,
    added integer not null, changed integer not null, left_out integer not null, failure text,
    created_at bigint not null, updated_at bigint not null)`.execute(db)
  await sql`create table person_import_file (
    import_id text not null references person_import (id) on delete cascade,
    part integer not null, bytes bytea not null, primary key (import_id, part))`.execute(db)
  await sql`create table person_import_left (
    import_id text not null references person_import (id) on delete cascade,
    position integer not null, line integer not null, cells text not null, reason text not null,
    primary key (import_id, position))`.execute(db)
}
