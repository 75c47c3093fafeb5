import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ai_key')
    .addColumn('provider', 'text', (column) => column.primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('conversation')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('page', 'text')
    .addColumn('speaker', 'text', (column) => column.notNull())
    .addColumn('turns', 'integer', (column) => column.notNull())
    .addColumn('marked', 'integer', (column) => column.notNull())
    .addColumn('lead_id', 'text', (column) => column.references('lead.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('conversation_updated').on('conversation').column('updated_at').execute()

  await db.schema
    .createTable('chat_message')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('conversation_id', 'text', (column) =>
      column.notNull().references('conversation.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('search', 'text', (column) => column.notNull())
    .addColumn('page', 'text')
    .addColumn('links', 'text')
    .addColumn('subject', 'text')
    .addColumn('provider', 'text')
    .addColumn('model', 'text')
    .addColumn('input_tokens', 'integer')
    .addColumn('output_tokens', 'integer')
    .addColumn('cost_micros', 'bigint', (column) => column.notNull())
    .addColumn('failure', 'text')
    .execute()
  await db.schema
    .createIndex('chat_message_of_conversation')
    .on('chat_message')
    .columns(['conversation_id', 'id'])
    .execute()
  await db.schema
    .createIndex('chat_message_outcome')
    .on('chat_message')
    .columns(['outcome', 'created_at'])
    .execute()

  await db.schema
    .createTable('chat_usage')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('cost_micros', 'bigint', (column) => column.notNull())
    .addColumn('replies', 'integer', (column) => column.notNull())
    .addColumn('input_tokens', 'bigint', (column) => column.notNull())
    .addColumn('output_tokens', 'bigint', (column) => column.notNull())
    .execute()
}
