import { type Kysely, sql } from 'kysely'

const tables = [
  `assistant (id text primary key, key text not null unique, name text not null, created_at bigint not null,
    updated_at bigint not null, settings text not null, sealed_secret text, client_link text)`,
  `assistant_usage (assistant_id text not null references assistant (id) on delete cascade, day text not null,
    cost_micros bigint not null, primary key (assistant_id, day))`,
  `assistant_refusal (assistant_id text not null references assistant (id) on delete cascade, origin text not null,
    seen_at bigint not null, times integer not null, primary key (assistant_id, origin))`,
  `knowledge_collection (id text primary key, name text not null, created_at bigint not null)`,
  `knowledge_collection_item (item_id text not null references knowledge_item (id) on delete cascade,
    collection_id text not null references knowledge_collection (id) on delete cascade,
    primary key (item_id, collection_id))`,
  `assistant_collection (assistant_id text not null references assistant (id) on delete cascade,
    collection_id text not null references knowledge_collection (id) on delete cascade,
    primary key (assistant_id, collection_id))`,
]

/** The assistant of the site and its collection, which every installation has, are both called `site`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) await sql`create table ${sql.raw(table)}`.execute(db)
  await sql`create index knowledge_collection_items on knowledge_collection_item (collection_id)`.execute(db)
  const now = Date.now()
  await sql`insert into assistant (id, key, name, created_at, updated_at, settings)
    values ('site', 'site', 'This site', ${now}, ${now}, '{}')`.execute(db)
  await sql`insert into knowledge_collection (id, name, created_at) values ('site', 'This site', ${now})`.execute(
    db,
  )
  await sql`insert into assistant_collection (assistant_id, collection_id) values ('site', 'site')`.execute(
    db,
  )
  await sql`insert into knowledge_collection_item (item_id, collection_id)
    select id, 'site' from knowledge_item`.execute(db)
  for (const table of ['conversation', 'unanswered_question'])
    await sql`alter table ${sql.table(table)} add column assistant_id text not null default 'site'`.execute(
      db,
    )
  for (const column of ['page_title', 'visitor_name', 'visitor_email'])
    await sql`alter table conversation add column ${sql.ref(column)} text`.execute(db)
  await sql`alter table lead add column assistant_id text`.execute(db)
  await sql`create index lead_of_assistant on lead (assistant_id)`.execute(db)
  await sql`create index conversation_of_assistant on conversation (assistant_id, updated_at)`.execute(db)
}
