import { randomUUID } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

/** Adds the event outbox and recounting, and unlinks counted inquiries and chats from their visitors' page views. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let outbox = db.schema
    .createTable('event_outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
  for (const name of ['path', 'landing', 'service', 'referrer', 'utm', 'country'])
    outbox = outbox.addColumn(name, 'text')
  await outbox.execute()

  await db.schema
    .createTable('roll_draft')
    .addColumn('dimension', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('n', 'bigint', (column) => column.notNull())
    .addColumn('visitors', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('roll_draft_key', ['dimension', 'day', 'key'])
    .execute()
  await db.schema
    .createTable('recount')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('draft', 'integer')
    .addColumn('after_at', 'bigint', (column) => column.notNull())
    .addColumn('after_id', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .alterTable('lead')
    .addColumn('is_counted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update lead set is_counted = 1
    where spam_reason is null or id in (select id from event where kind = 'contact_form')`.execute(db)
  await unlinkEvents(db)
}

async function unlinkEvents(db: Kysely<unknown>): Promise<void> {
  // An inquiry about a service was also stored as a second event at the same moment.
  await sql`update event set visitor = null, device = null
    where kind in ('contact_form', 'chat') or (kind = 'service_inquiry' and exists (
      select 1 from event inquiry where inquiry.kind = 'contact_form' and inquiry.at = event.at))`.execute(db)
  await sql`delete from seen where dimension = 'funnel' and key in ('talk', 'inquiry')`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from event
    where kind in ('contact_form', 'chat', 'service_inquiry') and visitor is null`.execute(db)
  for (const { id } of rows)
    await sql`update event set id = ${randomUUID()}, at = at - at % 60000 where id = ${id}`.execute(db)
}
