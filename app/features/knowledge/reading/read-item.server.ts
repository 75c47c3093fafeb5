import { assertDefined } from '#app/lib/assert-defined.ts'
import { defaultLocale, fill } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { KnowledgeItemTable } from '#app/platform/db/schema/knowledge.ts'
import { type FetchRefusal, guardedFetch } from '#app/platform/http/guarded-fetch.server.ts'
import { type JobRun, NeverFinished } from '#app/platform/jobs/job.server.ts'

import { knowledgeMessages } from '../messages.ts'

import { readFile } from './files.server.ts'
import { readInPool } from './read-in-pool.server.ts'
import { type Original, ReadingRefused, type RefusalReason } from './reading.ts'
import { storeReading } from './store-reading.server.ts'

const PROGRESS_STEP = 10

const { failures } = knowledgeMessages[defaultLocale]

type ItemReading = { itemId: string; reading: number }
type Item = Pick<KnowledgeItemTable, 'kind' | 'source' | 'site_language'>

/** Replaces all passages of an item at once; if the original is unreadable, the former ones stay. */
export async function readItem(ctx: Ctx, { itemId, reading }: ItemReading, run: JobRun): Promise<void> {
  const item = await begin(ctx, { itemId, reading })
  if (!item) return
  try {
    const original = await loadOriginal(ctx, itemId, item, run.signal)
    const read = await readInPool(ctx, original, {
      signal: run.signal,
      onProgress: progressWriter(ctx, { itemId, reading }),
    })
    await storeReading(ctx, { itemId, reading, read, bytes: original.bytes.byteLength })
  } catch (error) {
    if (!(error instanceof ReadingRefused)) throw error
    await fail(ctx, { itemId, reading }, fill(failures[error.reason], error.values))
  }
}

/** Runs after the last attempt; the document may have crashed the worker process each time. */
export async function giveUpReading(ctx: Ctx, reading: ItemReading, error: unknown): Promise<void> {
  await fail(ctx, reading, error instanceof NeverFinished ? failures.interrupted : failures.fault)
}

/** Returns undefined if the item was deleted or a later job reads it. */
async function begin(ctx: Ctx, { itemId, reading }: ItemReading): Promise<Item | undefined> {
  return ctx.db
    .updateTable('knowledge_item')
    .set({ status: 'reading', progress: 0, updated_at: ctx.clock.now() })
    .where('id', '=', itemId)
    .where('reading', '=', reading)
    .returning(['kind', 'source', 'site_language'])
    .executeTakeFirst()
}

async function loadOriginal(ctx: Ctx, itemId: string, item: Item, signal: AbortSignal): Promise<Original> {
  if (item.kind === 'url')
    return fetchOriginal(ctx, assertDefined(item.source, 'a page is stored with its URL'), signal)
  const bytes = await readFile(ctx, itemId)
  return item.kind === 'pdf' ? { kind: 'pdf', bytes } : { kind: 'text', bytes, language: item.site_language }
}

function progressWriter(ctx: Ctx, { itemId, reading }: ItemReading): (percent: number) => void {
  let written = 0
  return (percent) => {
    if (percent < written + PROGRESS_STEP) return
    written = percent
    ctx.db
      .updateTable('knowledge_item')
      .set({ progress: percent })
      .where('id', '=', itemId)
      .where('reading', '=', reading)
      .where('status', '=', 'reading')
      .execute()
      .catch((error: unknown) => ctx.log.warn({ error, itemId }, 'knowledge.progress_failed'))
  }
}

async function fail(ctx: Ctx, { itemId, reading }: ItemReading, failure: string): Promise<void> {
  await ctx.db
    .updateTable('knowledge_item')
    .set({ status: 'failed', failure, updated_at: ctx.clock.now() })
    .where('id', '=', itemId)
    .where('reading', '=', reading)
    .execute()
}

const reasons: Readonly<Record<FetchRefusal['reason'], RefusalReason>> = {
  address: 'address',
  unreachable: 'address',
  status: 'status',
  redirects: 'redirects',
  'too-large': 'page-too-large',
  'too-slow': 'page-too-slow',
  type: 'type',
}

async function fetchOriginal(ctx: Ctx, url: string, signal: AbortSignal): Promise<Original> {
  const outcome = await guardedFetch(url, { loopback: ctx.outbound.loopback, signal })
  if (!outcome.ok)
    throw new ReadingRefused(
      reasons[outcome.reason],
      outcome.status === undefined ? {} : { status: outcome.status },
    )
  const { bytes, contentType } = outcome
  if (/^text\/(plain|markdown)\b/i.test(contentType)) return { kind: 'text', bytes }
  return { kind: 'html', bytes, contentType, url: outcome.url }
}
