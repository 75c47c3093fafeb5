import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Creates a person for each address in the inquiries, with a trigram index as in 0025. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await createTables(db)
  await db.schema
    .alterTable('lead')
    .addColumn('address', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update lead set address = lower(trim(email))`.execute(db)
  // SQLite lowercases only ASCII letters, and PostgreSQL lowercases others by its locale.
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from lead where octet_length(email) <> length(email)`.execute(db)
  for (const { id, email } of rows)
    await sql`update lead set address = ${email.normalize('NFC').trim().toLowerCase()} where id = ${id}`.execute(
      db,
    )
  await sql`create index lead_address on lead (address, created_at)`.execute(db)
  await fillFromLeads(db)
  if (isSqlite) await indexOnSqlite(db)
  else await indexOnPostgres(db)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`create table person (id text primary key, created_at bigint not null, origin text not null,
    name text not null, company text, phone text, phone_e164 text,
    merged_into text, merged_at bigint, root_id text not null,
    active_at bigint not null, listed_at bigint not null, search text not null)`.execute(db)
  await sql`create table person_address (address text primary key,
    person_id text not null references person (id) on delete cascade,
    shown text not null, created_at bigint not null)`.execute(db)
  await sql`create index person_address_of on person_address (person_id)`.execute(db)
  await sql`create table person_event (id text primary key,
    person_id text not null references person (id) on delete cascade,
    at bigint not null, kind text not null, actor text, body text)`.execute(db)
  await sql`create index person_event_of on person_event (person_id, at)`.execute(db)
  await sql`create table person_distinct (person_id text not null references person (id) on delete cascade,
    other_id text not null references person (id) on delete cascade, primary key (person_id, other_id))`.execute(
    db,
  )
  await sql`create index person_distinct_other on person_distinct (other_id)`.execute(db)
}

/** The person gets the name in the newest inquiry from the address. */
async function fillFromLeads(db: Kysely<unknown>): Promise<void> {
  await sql`insert into person (id, created_at, origin, name, company, phone, phone_e164, root_id, active_at,
      listed_at, search)
    select person_id, first_at, 'inquiry', name, company, phone, phone_e164, person_id, created_at, created_at,
      lower(name || ' ' || email || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '') || ' '
        || coalesce(phone_e164, ''))
    from (select lead.*, min(id) over (partition by address) as person_id,
        min(created_at) over (partition by address) as first_at,
        row_number() over (partition by address order by created_at desc, id desc) as place
      from lead where spam_reason is null) as inquiries
    where place = 1`.execute(db)
  await sql`insert into person_address (address, person_id, shown, created_at)
    select address, person.id, email, person.created_at from person join lead on lead.id = person.id`.execute(
    db,
  )
  const { rows } = await sql<{ id: string; search: string }>`
    select id, search from person where octet_length(search) <> length(search)`.execute(db)
  for (const { id, search } of rows) {
    const folded = search.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    await sql`update person set search = ${folded} where id = ${id}`.execute(db)
  }
  for (const index of [
    'person_listed on person (listed_at, id) where merged_into is null',
    'person_named on person (lower(name), id) where merged_into is null',
    'person_same_name on person (lower(name), lower(company))',
    'person_phone on person (phone_e164)',
    'person_root on person (root_id)',
    'person_merged on person (merged_into)',
    'email_recipients on email (lower(recipients))',
  ])
    await sql`create index ${sql.raw(index)}`.execute(db)
}

async function indexOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create table person_entry (number integer primary key, id text not null unique,
    listed_at integer not null, name text not null, merged_into text)`.execute(db)
  await sql`create virtual table person_index using fts5(search, content='', tokenize='trigram case_sensitive 1')`.execute(
    db,
  )
  await sql`insert into person_index (person_index, rank) values ('secure-delete', 1)`.execute(db)
  await sql`insert into person_entry (id, listed_at, name, merged_into)
    select id, listed_at, name, merged_into from person order by listed_at, id`.execute(db)
  await sql`insert into person_index (rowid, search)
    select number, search from person_entry join person using (id) order by number`.execute(db)
  await sql`insert into person_index (person_index) values ('optimize')`.execute(db)
  await sql`create trigger person_added after insert on person begin
    insert into person_entry (id, listed_at, name, merged_into)
      values (new.id, new.listed_at, new.name, new.merged_into);
    insert into person_index (rowid, search) select number, new.search from person_entry where id = new.id;
  end`.execute(db)
  await sql`create trigger person_changed after update of listed_at, name, merged_into on person begin
    update person_entry set listed_at = new.listed_at, name = new.name, merged_into = new.merged_into
      where id = new.id;
  end`.execute(db)
  await sql`create trigger person_reworded after update of search on person when new.search <> old.search begin
    insert into person_index (person_index, rowid, search)
      select 'delete', number, old.search from person_entry where id = old.id;
    insert into person_index (rowid, search) select number, new.search from person_entry where id = new.id;
  end`.execute(db)
  await sql`create trigger person_removed after delete on person begin
    insert into person_index (person_index, rowid, search)
      select 'delete', number, old.search from person_entry where id = old.id;
    delete from person_entry where id = old.id;
  end`.execute(db)
}

/** 0025 created the extension if it was available. Without it, searches read all persons. */
async function indexOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ declare home text; begin
    select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname = 'pg_trgm';
    if home is not null then
      execute format('create index person_search on person using gin (search %I.gin_trgm_ops)', home);
    end if;
  end $$`.execute(db)
}
