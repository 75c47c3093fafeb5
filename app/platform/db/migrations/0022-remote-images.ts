import { type Kysely, sql } from 'kysely'

/** Images of other sites are now served from here. The job finds those in existing posts after the upgrade. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('remote_image')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('reason', 'text')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await sql`
    insert into job (id, name, payload, state, run_at, attempts, max_attempts, created_at)
    select 'find-remote-images', 'find-remote-images', '{}', 'waiting', 0, 0, 10, 0
    where exists (select 1 from blog_post)`.execute(db)
}
