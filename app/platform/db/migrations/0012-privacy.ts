import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('erasure')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('erased_at', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('key_mark', 'text', (column) => column.notNull())
    .addColumn('counts', 'text', (column) => column.notNull())
    .addUniqueConstraint('erasure_once', ['hash', 'erased_at'])
    .execute()
  await db.schema.alterTable('lead').addColumn('project_ended_at', 'bigint').execute()
}
