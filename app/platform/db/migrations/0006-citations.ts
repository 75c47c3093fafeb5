import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('chat_message').addColumn('sources', 'text').execute()

  await db.schema
    .createTable('unanswered_question')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('terms', 'text', (column) => column.notNull())
    .addColumn('conversation_id', 'text', (column) =>
      column.references('conversation.id').onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('unanswered_question_conversation')
    .on('unanswered_question')
    .column('conversation_id')
    .execute()
}
