import type { Kysely } from 'kysely'

/** Visitors' trials with their own sites. All rows are deleted after seven days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('site_trial')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('consent_text', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('figures', 'text')
    .addColumn('lead_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('site_trial_age').on('site_trial').column('created_at').execute()
  await db.schema.createIndex('site_trial_end').on('site_trial').column('expires_at').execute()
  await db.schema
    .createTable('site_trial_page')
    .addColumn('trial_id', 'text', (column) =>
      column.notNull().references('site_trial.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('passages', 'text', (column) => column.notNull())
    .addColumn('signs', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('site_trial_page_key', ['trial_id', 'position'])
    .execute()
  await db.schema
    .createTable('site_trial_question')
    .addColumn('trial_id', 'text', (column) =>
      column.notNull().references('site_trial.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('sources', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('site_trial_question_key', ['trial_id', 'number'])
    .execute()
}
