import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const message = db.schema.alterTable('chat_message')
  await message.addColumn('rating', 'text').execute()
  await message.addColumn('rating_comment', 'text').execute()
  await message.addColumn('rated_at', 'bigint').execute()
  await sql`create index chat_message_rated on chat_message (rated_at, rating) where rating is not null`.execute(
    db,
  )
  await sql`create index chat_message_rated_of on chat_message (conversation_id, rating)
    where rating is not null`.execute(db)
  const conversation = db.schema.alterTable('conversation')
  await conversation.addColumn('waiting_since', 'bigint').execute()
  await conversation.addColumn('told_at', 'bigint').execute()
  await sql`create index conversation_waiting on conversation (updated_at, id) where waiting_since is not null`.execute(
    db,
  )
}
