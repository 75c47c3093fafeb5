import { type Kysely, sql } from 'kysely'

/** `conversation.lead_id` holds only the newest inquiry, so each lead stores its conversation too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lead').addColumn('conversation_id', 'text').execute()
  await sql`
    update lead set conversation_id = (select min(id) from conversation where lead_id = lead.id)
    where id in (select lead_id from conversation where lead_id is not null)`.execute(db)
}
