import { type Kysely, sql, SqliteAdapter } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['value_cents bigint', 'next_step text', 'due_on text'])
    await sql`alter table lead add column ${sql.raw(column)}`.execute(db)
  await sql`create table lead_tag (lead_id text not null references lead (id) on delete cascade,
    tag text not null, primary key (lead_id, tag))`.execute(db)
  await sql`create index lead_tagged on lead_tag (tag, lead_id)`.execute(db)
  await sql`create index lead_due on lead (due_on, id) where due_on is not null and spam_reason is null`.execute(
    db,
  )
  if (db.getExecutor().adapter instanceof SqliteAdapter) await widenEntries(db)
  else await indexOnPostgres(db)
}

/** Adds columns that lists filter by to `lead_entry` (0025), so that rare matches are found in its short rows. */
async function widenEntries(db: Kysely<unknown>): Promise<void> {
  for (const column of ['assignee_id text', 'value_cents integer', 'due_on text'])
    await sql`alter table lead_entry add column ${sql.raw(column)}`.execute(db)
  await sql`update lead_entry set assignee_id = lead.assignee_id from lead
    where lead.id = lead_entry.id and lead.assignee_id is not null`.execute(db)
  await sql`drop trigger lead_added`.execute(db)
  await sql`drop trigger lead_changed`.execute(db)
  await sql`create trigger lead_added after insert on lead begin
    insert into lead_entry (id, created_at, status, spam_reason, name, assignee_id, value_cents, due_on)
      values (new.id, new.created_at, new.status, new.spam_reason, new.name, new.assignee_id, new.value_cents,
        new.due_on);
    insert into lead_index (rowid, search) select number, new.search from lead_entry where id = new.id;
  end`.execute(db)
  await sql`create trigger lead_changed
    after update of created_at, status, spam_reason, name, assignee_id, value_cents, due_on on lead begin
    update lead_entry set created_at = new.created_at, status = new.status, spam_reason = new.spam_reason,
      name = new.name, assignee_id = new.assignee_id, value_cents = new.value_cents, due_on = new.due_on
      where id = new.id;
  end`.execute(db)
}

/** Indexes for the sort orders of the list. SQLite sorts the short rows of `lead_entry` instead. */
async function indexOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create index lead_attended on lead (assignee_id, created_at, id) where spam_reason is null`.execute(
    db,
  )
  await sql`create index lead_inbox_due on lead ((coalesce(due_on, '9')), id) where spam_reason is null`.execute(
    db,
  )
  await sql`create index lead_inbox_value on lead ((coalesce(value_cents, -1)) desc, id desc)
    where spam_reason is null`.execute(db)
}
