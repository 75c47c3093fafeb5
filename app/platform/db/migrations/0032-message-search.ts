import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Adds a trigram index for searching messages, as in 0025, and an index of the outcomes of replies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index chat_message_reply on chat_message (conversation_id, outcome)
    where author = 'assistant'`.execute(db)
  if (db.getExecutor().adapter instanceof SqliteAdapter) await indexOnSqlite(db)
  else await indexOnPostgres(db)
}

async function indexOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create table message_entry (number integer primary key, id text not null unique,
    conversation_id text not null)`.execute(db)
  await sql`create virtual table message_index using fts5(search, content='', tokenize='trigram case_sensitive 1')`.execute(
    db,
  )
  await sql`insert into message_index (message_index, rank) values ('secure-delete', 1)`.execute(db)
  await sql`insert into message_entry (id, conversation_id)
    select id, conversation_id from chat_message order by created_at, id`.execute(db)
  await sql`insert into message_index (rowid, search)
    select number, search from message_entry join chat_message using (id) order by number`.execute(db)
  await sql`insert into message_index (message_index) values ('optimize')`.execute(db)
  await sql`create trigger message_added after insert on chat_message begin
    insert into message_entry (id, conversation_id) values (new.id, new.conversation_id);
    insert into message_index (rowid, search) select number, new.search from message_entry where id = new.id;
  end`.execute(db)
  await sql`create trigger message_reworded after update of search on chat_message when new.search <> old.search begin
    insert into message_index (message_index, rowid, search)
      select 'delete', number, old.search from message_entry where id = old.id;
    insert into message_index (rowid, search) select number, new.search from message_entry where id = new.id;
  end`.execute(db)
  await sql`create trigger message_removed after delete on chat_message begin
    insert into message_index (message_index, rowid, search)
      select 'delete', number, old.search from message_entry where id = old.id;
    delete from message_entry where id = old.id;
  end`.execute(db)
}

/** 0025 created the extension if it was available. Without it, searches read all messages. */
async function indexOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ declare home text; begin
    select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname = 'pg_trgm';
    if home is not null then
      execute format('create index message_search on chat_message using gin (search %I.gin_trgm_ops)', home);
    end if;
  end $$`.execute(db)
}
