import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { OverBudget } from '#app/platform/pool/task.ts'

import { embedPassages } from '../embeddings/embed-passages.job.server.ts'
import { embeddingSetting } from '../embeddings/embedding-setting.server.ts'
import { nextRevision } from '../search/current-index.server.ts'
import { TERMS_VERSION } from '../search/terms.ts'

import type { Reading } from './reading.ts'
import { compareReadings } from './reading-tasks.ts'
import { titleColumns } from './title-columns.server.ts'

/** Rows per statement, because SQLite takes at most 32,766 values. */
const ROWS = 200

/** Does nothing if the item was deleted or a later reading has started. */
export async function storeReading(
  ctx: Ctx,
  { itemId, reading, read, bytes }: { itemId: string; reading: number; read: Reading; bytes: number },
): Promise<void> {
  const difference = await compare(ctx, itemId, read)
  await withTransaction(ctx, async (ctx) => {
    const item = await ctx.db
      .updateTable('knowledge_item')
      .set({ status: 'ready', progress: 100, failure: null, language: read.language, bytes })
      .set({ passages: read.passages.length, read_at: ctx.clock.now(), updated_at: ctx.clock.now() })
      .where('id', '=', itemId)
      .where('reading', '=', reading)
      .returning(['kind', 'title', 'source'])
      .executeTakeFirst()
    if (!item) return
    // A page gets its own title unless the owner has renamed it.
    const title = item.kind === 'url' && item.title === item.source && read.title ? read.title : item.title
    await ctx.db
      .updateTable('knowledge_item')
      .set({ ...(await titleColumns(title, read.language)), revision: await nextRevision(ctx) })
      .set({ terms_version: TERMS_VERSION })
      .$if(item.kind === 'url', (query) => query.set({ address: read.address }))
      .$if(difference.isChanged, (query) => query.set({ changed_at: ctx.clock.now() }))
      .where('id', '=', itemId)
      .execute()
    await replaceText(ctx, itemId, read, difference.changes)
    if (await embeddingSetting.read(ctx)) await enqueue(ctx, embedPassages, {})
  })
}

type Difference = { isChanged: boolean; changes: string | null }

/** Keeps the former list of changes if nothing changed. */
async function compare(ctx: Ctx, itemId: string, { sections }: Reading): Promise<Difference> {
  const before = await ctx.db
    .selectFrom('knowledge_text')
    .select(['sections', 'changes'])
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  if (!before) return { isChanged: false, changes: null }
  const changes = await ctx.pool
    .run(compareReadings, { before: before.sections, after: sections })
    .catch((error: unknown) => {
      if (error instanceof OverBudget) return null
      throw error
    })
  if (changes?.length === 0) return { isChanged: false, changes: before.changes }
  return { isChanged: true, changes: changes === null ? null : JSON.stringify(changes) }
}

async function replaceText(
  ctx: Ctx,
  itemId: string,
  { sections, passages, coverage }: Reading,
  changes: string | null,
): Promise<void> {
  await ctx.db.deleteFrom('knowledge_text').where('item_id', '=', itemId).execute()
  await ctx.db.deleteFrom('knowledge_passage').where('item_id', '=', itemId).execute()
  await ctx.db
    .insertInto('knowledge_text')
    .values({
      item_id: itemId,
      sections: JSON.stringify(sections),
      changes,
      coverage: JSON.stringify(coverage),
    })
    .execute()
  for (let first = 0; first < passages.length; first += ROWS)
    await ctx.db
      .insertInto('knowledge_passage')
      .values(
        passages.slice(first, first + ROWS).map(({ headings, page, text, terms }, at) => ({
          id: newId(),
          item_id: itemId,
          number: first + at,
          page,
          headings: JSON.stringify(headings),
          text,
          terms,
        })),
      )
      .execute()
}
