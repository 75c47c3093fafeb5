import { type Kysely, sql } from 'kysely'

/** A conversation that leads to a second inquiry points to that one alone; the first has to know it by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lead').addColumn('conversation_id', 'text').execute()
  await sql`
    update lead set conversation_id = (select min(id) from conversation where lead_id = lead.id)
    where id in (select lead_id from conversation where lead_id is not null)`.execute(db)
}
