import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Adds a trigram index for searching leads, and an index of the inbox in pipeline order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index lead_inbox_rank on lead ((case status when 'new' then 0 when 'contacted' then 1
    when 'proposal' then 2 when 'won' then 3 when 'lost' then 4 end), created_at desc, id desc)
    where spam_reason is null`.execute(db)
  if (db.getExecutor().adapter instanceof SqliteAdapter) await indexOnSqlite(db)
  else await indexOnPostgres(db)
}

/**
 * FTS5 rows need a stable number, and a lead's rowid may change, so `lead_entry` assigns one. It also holds what lists
 * filter and sort by, so that a search reads only the leads that it shows.
 */
async function indexOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create table lead_entry (number integer primary key, id text not null unique,
    created_at integer not null, status text not null, spam_reason text, name text not null)`.execute(db)
  await sql`create virtual table lead_index using fts5(search, content='', tokenize='trigram case_sensitive 1')`.execute(
    db,
  )
  // An erased lead must not stay in the index until its pages are merged.
  await sql`insert into lead_index (lead_index, rank) values ('secure-delete', 1)`.execute(db)
  await sql`insert into lead_entry (id, created_at, status, spam_reason, name)
    select id, created_at, status, spam_reason, name from lead order by created_at, id`.execute(db)
  await sql`insert into lead_index (rowid, search)
    select number, search from lead_entry join lead using (id) order by number`.execute(db)
  await sql`insert into lead_index (lead_index) values ('optimize')`.execute(db)
  await sql`create trigger lead_added after insert on lead begin
    insert into lead_entry (id, created_at, status, spam_reason, name)
      values (new.id, new.created_at, new.status, new.spam_reason, new.name);
    insert into lead_index (rowid, search) select number, new.search from lead_entry where id = new.id;
  end`.execute(db)
  await sql`create trigger lead_changed after update of created_at, status, spam_reason, name on lead begin
    update lead_entry set created_at = new.created_at, status = new.status, spam_reason = new.spam_reason,
      name = new.name where id = new.id;
  end`.execute(db)
  await sql`create trigger lead_reworded after update of search on lead when new.search <> old.search begin
    insert into lead_index (lead_index, rowid, search)
      select 'delete', number, old.search from lead_entry where id = old.id;
    insert into lead_index (rowid, search) select number, new.search from lead_entry where id = new.id;
  end`.execute(db)
  await sql`create trigger lead_removed after delete on lead begin
    insert into lead_index (lead_index, rowid, search)
      select 'delete', number, old.search from lead_entry where id = old.id;
    delete from lead_entry where id = old.id;
  end`.execute(db)
}

/** If the extension is not available, searches read all leads. */
async function indexOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    create extension if not exists pg_trgm;
  exception when others then
    raise notice 'pg_trgm is not available: %', sqlerrm;
  end $$`.execute(db)
  await sql`do $$ declare home text; begin
    select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname = 'pg_trgm';
    if home is not null then
      execute format('create index lead_search on lead using gin (search %I.gin_trgm_ops)', home);
    end if;
  end $$`.execute(db)
}
