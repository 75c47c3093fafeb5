import { type Kysely, sql } from 'kysely'

/** JSON of what a visitor wrote, in the site's main language. It is erased with its row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['lead', 'thread_mail', 'chat_message'])
    await sql`alter table ${sql.table(table)} add column translation text`.execute(db)
}
