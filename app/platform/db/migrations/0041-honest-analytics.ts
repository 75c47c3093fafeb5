import { type Kysely, sql } from 'kysely'

/** Each day's visits are packed, so that filtered figures read one row a day, and requests of AI crawlers are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('day_visits')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('zone', 'text', (column) => column.notNull())
    .addColumn('events', 'integer', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    // PostgreSQL's name for bytes; SQLite keeps a blob as it is under any name of a type.
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
