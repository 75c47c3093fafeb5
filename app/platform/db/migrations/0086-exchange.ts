import { type Kysely, sql } from 'kysely'

/** A version stands alone if it is public although its page in the main language is not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table page add column stands_alone integer not null default 0`.execute(db)
  await sql`create table translation_import (id text primary key, language text not null, name text not null,
    notes text not null, created_at bigint not null)`.execute(db)
  await sql`create table translation_import_row (
    import_id text not null references translation_import (id) on delete cascade,
    position integer not null, group_id text not null, unit text not null, page text not null, source text not null,
    current text not null, target text not null, note text, is_fit integer not null, is_chosen integer not null,
    primary key (import_id, position))`.execute(db)
}
