import { type Kysely, sql } from 'kysely'

type Stored = { id: string; draft: string; published: string | null }
type Words = { name?: string; noindex?: boolean }

/** Adds columns that lists show without reading documents, drafts that editors began from, and preview links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const page = db.schema.alterTable('page')
  await page.addColumn('name', 'text', (column) => column.notNull().defaultTo('')).execute()
  await page.addColumn('state', 'text', (column) => column.notNull().defaultTo('draft')).execute()
  await page.addColumn('noindex', 'integer', (column) => column.notNull().defaultTo(0)).execute()
  await page.addColumn('deleted_path', 'text').execute()
  // SQLite reads a list from this index alone and skips the documents.
  await db.schema
    .createIndex('page_list')
    .on('page')
    .columns(['position', 'id', 'kind', 'path', 'name', 'state', 'noindex', 'version', 'publish_at'])
    .columns(['deleted_at', 'deleted_path', 'updated_at'])
    .execute()
  await describePages(db)

  await db.schema
    .createTable('page_former_draft')
    .addColumn('page_id', 'text', (column) => column.notNull().references('page.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('kept_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_former_draft_key', ['page_id', 'version'])
    .execute()

  await db.schema
    .createTable('page_preview')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('page_id', 'text', (column) => column.notNull().references('page.id').onDelete('cascade'))
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('page_preview_of_page').on('page_preview').column('page_id').execute()
}

async function describePages(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Stored>`select id, draft, published from page`.execute(db)
  for (const { id, draft, published } of rows) {
    const state = published === null ? 'draft' : published === draft ? 'published' : 'changed'
    const noindex = wordsOf(published ?? draft).noindex === true ? 1 : 0
    await sql`update page set name = ${wordsOf(draft).name ?? id}, state = ${state}, noindex = ${noindex}
      where id = ${id}`.execute(db)
  }
}

/** Returns no values if the document is damaged. */
function wordsOf(document: string): Words {
  try {
    return JSON.parse(document) as Words
  } catch {
    return {}
  }
}
