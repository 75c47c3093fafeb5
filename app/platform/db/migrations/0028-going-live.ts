import type { Kysely } from 'kysely'

type Tables = {
  owner: { id: string }
  setting: { key: string; value: string; updated_at: number }
}

/** An installation with an owner stays open to search engines. A new one opens when its checklist is empty. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('legal_text')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('agreed_at', 'bigint', (column) => column.notNull())
    .execute()
  const owner = await db.selectFrom('owner').select('id').limit(1).executeTakeFirst()
  if (!owner) return
  const value = JSON.stringify({ confirmed: [], isOpen: true })
  await db.insertInto('setting').values({ key: 'checklist', value, updated_at: 0 }).execute()
}
