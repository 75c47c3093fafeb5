import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** A language is a BCP 47 tag; null means the site's main language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table knowledge_item add column site_language text`.execute(db)
  await sql`alter table knowledge_item add column version_of text`.execute(db)
  await db.schema.createIndex('knowledge_item_of_page').on('knowledge_item').column('version_of').execute()
  for (const table of ['event', 'event_outbox', 'site_trial'])
    await sql`alter table ${sql.table(table)} add column language text`.execute(db)
  if (db.getExecutor().adapter instanceof SqliteAdapter) await widenEntries(db)
}

/** Adds the language to the short rows that lists on SQLite are filtered in (0047 and 0052). */
async function widenEntries(db: Kysely<unknown>): Promise<void> {
  for (const table of ['lead', 'person']) {
    const [entry, stored] = [sql.table(`${table}_entry`), sql.table(table)]
    await sql`alter table ${entry} add column language text`.execute(db)
    await sql`update ${entry} set language = ${stored}.language from ${stored}
      where ${stored}.id = ${entry}.id and ${stored}.language is not null`.execute(db)
  }
  for (const trigger of ['lead_added', 'lead_changed', 'person_added', 'person_changed'])
    await sql`drop trigger ${sql.raw(trigger)}`.execute(db)
  await sql`create trigger lead_added after insert on lead begin
    insert into lead_entry (id, created_at, status, spam_reason, name, assignee_id, value_cents, due_on, language)
      values (new.id, new.created_at, new.status, new.spam_reason, new.name, new.assignee_id, new.value_cents,
        new.due_on, new.language);
    insert into lead_index (rowid, search) select number, new.search from lead_entry where id = new.id;
  end`.execute(db)
  await sql`create trigger lead_changed
    after update of created_at, status, spam_reason, name, assignee_id, value_cents, due_on, language on lead begin
    update lead_entry set created_at = new.created_at, status = new.status, spam_reason = new.spam_reason,
      name = new.name, assignee_id = new.assignee_id, value_cents = new.value_cents, due_on = new.due_on,
      language = new.language where id = new.id;
  end`.execute(db)
  await sql`create trigger person_added after insert on person begin
    insert into person_entry (id, listed_at, name, merged_into, language)
      values (new.id, new.listed_at, new.name, new.merged_into, new.language);
    insert into person_index (rowid, search) select number, new.search from person_entry where id = new.id;
  end`.execute(db)
  await sql`create trigger person_changed after update of listed_at, name, merged_into, language on person begin
    update person_entry set listed_at = new.listed_at, name = new.name, merged_into = new.merged_into,
      language = new.language where id = new.id;
  end`.execute(db)
}
