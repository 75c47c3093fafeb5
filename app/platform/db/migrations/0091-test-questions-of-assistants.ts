import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table test_question add column assistant_id text not null default 'site'`.execute(db)
}
