import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Claims filter by name, so a backlog of one kind is not read to find the next job of another.
  await db.schema.createIndex('job_of_kind').on('job').columns(['name', 'state', 'run_at']).execute()
  await db.schema
    .alterTable('email')
    .addColumn('round', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('email').addColumn('queued_at', 'bigint').execute()
  await db.schema.createIndex('email_listed').on('email').columns(['created_at', 'id']).execute()
  await db.schema
    .createTable('mail_outage')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('next_try_at', 'bigint', (column) => column.notNull())
    .execute()
}
