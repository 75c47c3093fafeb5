import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  let event = db.schema
    .createTable('event')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
  for (const name of ['visitor', 'path', 'landing', 'service', 'referrer', 'utm', 'country', 'device'])
    event = event.addColumn(name, 'text')
  for (const name of ['lcp', 'cls', 'inp']) event = event.addColumn(name, 'integer')
  await event.execute()
  await db.schema.createIndex('event_at').on('event').column('at').execute()
  await db.schema
    .createIndex('event_activity')
    .on('event')
    .column('at')
    .where('kind' as never, 'not in', ['page_view', 'web_vitals'])
    .execute()

  await db.schema
    .createTable('roll_hour')
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('n', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('roll_hour_key', ['hour', 'kind'])
    .execute()
  await db.schema
    .createTable('roll_day')
    .addColumn('dimension', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('n', 'bigint', (column) => column.notNull())
    .addColumn('visitors', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('roll_day_key', ['dimension', 'day', 'key'])
    .execute()
  await db.schema
    .createTable('seen')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('dimension', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('visitor', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('seen_key', ['day', 'dimension', 'key', 'visitor'])
    .execute()
  await db.schema
    .createTable('salt')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('bytes', 'text', (column) => column.notNull())
    .execute()
}
