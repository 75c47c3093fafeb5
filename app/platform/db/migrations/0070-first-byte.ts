import { type Kysely, sql } from 'kysely'

/** How long pages took to answer, as browsers measured it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event add column ttfb integer`.execute(db)
}
