import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chat_tool_call')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('conversation_id', 'text', (column) =>
      column.notNull().references('conversation.id').onDelete('cascade'),
    )
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('chat_message.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('card', 'text')
    .addColumn('pressed_at', 'bigint')
    .addColumn('done', 'text')
    .execute()
  await db.schema
    .createIndex('chat_tool_call_of_conversation')
    .on('chat_tool_call')
    .columns(['conversation_id', 'id'])
    .execute()
  await db.schema.createIndex('chat_tool_call_of_message').on('chat_tool_call').column('message_id').execute()
}
