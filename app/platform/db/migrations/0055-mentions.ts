import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mention')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('lead_id', 'text', (column) => column.references('lead.id').onDelete('cascade'))
    .addColumn('person_id', 'text', (column) => column.references('person.id').onDelete('cascade'))
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('by_name', 'text', (column) => column.notNull())
    .addColumn('is_own', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('mention_event').on('mention').column('event_id').execute()
  await db.schema.createIndex('mention_member').on('mention').columns(['member_id', 'at']).execute()
  await db.schema.createIndex('mention_lead').on('mention').column('lead_id').execute()
  await db.schema.createIndex('mention_person').on('mention').column('person_id').execute()
}
