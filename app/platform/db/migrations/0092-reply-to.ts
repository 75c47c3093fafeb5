import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['reply_to_email', 'reply_to_name'])
    await sql`alter table thread_mail add column ${sql.ref(column)} text`.execute(db)
}
