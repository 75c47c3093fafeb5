import type { Kysely } from 'kysely'

/** Migrations outlive the schema types, so they do not use them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('setting')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('throttle')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('hits', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('throttle_expires').on('throttle').column('expires_at').execute()

  await db.schema
    .createTable('job')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('run_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('max_attempts', 'integer', (column) => column.notNull())
    .addColumn('lease_token', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .execute()
  await db.schema.createIndex('job_due').on('job').columns(['state', 'run_at']).execute()

  await db.schema
    .createTable('email')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('dedupe_key', 'text', (column) => column.notNull().unique())
    .addColumn('template', 'text', (column) => column.notNull())
    .addColumn('props', 'text', (column) => column.notNull())
    .addColumn('recipients', 'text', (column) => column.notNull())
    .addColumn('reply_to', 'text')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('about', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .execute()
  await db.schema.createIndex('email_created').on('email').columns(['state', 'created_at']).execute()
  await db.schema.createIndex('email_about').on('email').column('about').execute()

  await createLeadTables(db)
  await createOwnerTables(db)
}

async function createLeadTables(db: Kysely<unknown>): Promise<void> {
  let lead = db.schema
    .createTable('lead')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('consent_at', 'bigint', (column) => column.notNull())
    .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
  for (const name of [
    'name',
    'email',
    'message',
    'status',
    'consent_version',
    'consent_text',
    'form',
    'fingerprint',
    'search',
  ])
    lead = lead.addColumn(name, 'text', (column) => column.notNull())
  for (const name of [
    'phone',
    'phone_e164',
    'country',
    'company',
    'spam_reason',
    'service',
    'plan',
    'first_page',
    'last_page',
    'referrer',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_term',
    'utm_content',
  ])
    lead = lead.addColumn(name, 'text')
  await lead.execute()
  await db.schema.createIndex('lead_created').on('lead').column('created_at').execute()
  await db.schema.createIndex('lead_email').on('lead').column('email').execute()
  await db.schema.createIndex('lead_fingerprint').on('lead').columns(['fingerprint', 'created_at']).execute()

  await db.schema
    .createTable('lead_event')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) => column.notNull().references('lead.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('body', 'text')
    .execute()
  await db.schema.createIndex('lead_event_of_lead').on('lead_event').columns(['lead_id', 'at']).execute()
}

async function createOwnerTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('owner')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('password_changed_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('session')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text', (column) => column.notNull().references('owner.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .execute()
}
