import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('oauth_client')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('redirect_uris', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('oauth_client_age')
    .on('oauth_client')
    .columns(['used_at', 'created_at'])
    .execute()
  await db.schema
    .createTable('oauth_grant')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) =>
      column.notNull().references('oauth_client.id').onDelete('cascade'),
    )
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('oauth_grant_of')
    .on('oauth_grant')
    .columns(['member_id', 'client_id'])
    .unique()
    .execute()
  await db.schema.createIndex('oauth_grant_client').on('oauth_grant').column('client_id').execute()
  await db.schema
    .createTable('oauth_code')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) =>
      column.notNull().references('oauth_client.id').onDelete('cascade'),
    )
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('redirect_uri', 'text', (column) => column.notNull())
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('grant_id', 'text')
    .execute()
  await db.schema.createIndex('oauth_code_client').on('oauth_code').column('client_id').execute()
  await db.schema.createIndex('oauth_code_member').on('oauth_code').column('member_id').execute()
  await db.schema
    .createTable('oauth_token')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('grant_id', 'text', (column) =>
      column.notNull().references('oauth_grant.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await db.schema.createIndex('oauth_token_grant').on('oauth_token').column('grant_id').execute()
}
