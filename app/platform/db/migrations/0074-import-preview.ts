import { type Kysely, sql } from 'kysely'

/**
 * Imports show a preview before they store posts. The uploaded file is in the file store from now on, so an import that
 * an earlier version began cannot continue.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const failure = 'The software was upgraded meanwhile. Please upload the file again.'
  await sql`update blog_import set state = 'failed', failure = ${failure} where state = 'waiting'`.execute(db)
  await sql`delete from job where name = 'import-posts' and state = 'waiting'`.execute(db)
  await db.schema.dropTable('blog_import_file').execute()
  await db.schema.dropTable('blog_import_left').execute()
  for (const column of [
    'size bigint not null default 0',
    'format text',
    `notes text not null default '[]'`,
    'redirects integer not null default 1',
    'updated integer not null default 0',
  ])
    await sql`alter table blog_import add column ${sql.raw(column)}`.execute(db)

  const ofImport = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('import_id', 'text', (column) =>
        column.notNull().references('blog_import.id').onDelete('cascade'),
      )
  await ofImport('blog_import_entry')
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('source', 'text')
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('slug', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('at', 'bigint')
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('post', 'text')
    .addColumn('known_post_id', 'text')
    .addColumn('choice', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('post_id', 'text')
    .addColumn('undo', 'text')
    .addPrimaryKeyConstraint('blog_import_entry_key', ['import_id', 'position'])
    .execute()
  await ofImport('blog_import_path')
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('blog_import_path_key', ['import_id', 'path'])
    .execute()
  await ofImport('blog_import_picture')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('image_id', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('files', 'text')
    .addPrimaryKeyConstraint('blog_import_picture_key', ['import_id', 'name'])
    .execute()

  const ofPost = (column: 'post_id' | 'path', table: string) =>
    db.schema.createTable(table).addColumn('post_id', 'text', (post) => {
      const referring = post.notNull().references('blog_post.id').onDelete('cascade')
      return column === 'post_id' ? referring.primaryKey() : referring
    })
  await ofPost('post_id', 'blog_source')
    .addColumn('source', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('blog_source_source').on('blog_source').column('source').execute()
  await ofPost('path', 'blog_former_path')
    .addColumn('path', 'text', (column) => column.primaryKey())
    .execute()
  await db.schema.createIndex('blog_former_path_post').on('blog_former_path').column('post_id').execute()
}
