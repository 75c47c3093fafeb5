import { type Kysely, sql } from 'kysely'

/** Packs each day's visits, so that filtered figures read one row per day, and counts requests of AI crawlers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('day_visits')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('zone', 'text', (column) => column.notNull())
    .addColumn('events', 'integer', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('bytes', sql`bytea`, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('crawl')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('crawler', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('n', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('crawl_key', ['day', 'crawler', 'path'])
    .execute()
}
