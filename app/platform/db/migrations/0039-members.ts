import type { Kysely } from 'kysely'

const owned = ['session', 'two_factor', 'recovery_code', 'sign_in_challenge', 'password_reset']

/** The only owner account becomes the first of several members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('owner').renameTo('member').execute()
  for (const table of owned) await db.schema.alterTable(table).renameColumn('owner_id', 'member_id').execute()
  await db.schema
    .alterTable('member')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('member')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
    .execute()
  await db.schema.alterTable('member').addColumn('removed_at', 'bigint').execute()
}
