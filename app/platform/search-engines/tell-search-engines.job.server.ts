import { z } from 'zod'

import { MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob, JobPostponed } from '#app/platform/jobs/job.server.ts'

/** Search engines read the key here, to check that it belongs to this site. */
export const KEY_PATH = '/indexnow.txt'

/** 32 hexadecimal digits, the same on every instance (https://www.indexnow.org/documentation). */
export function indexNowKey({ signer }: Pick<Ctx, 'signer'>): string {
  return Buffer.from(signer.sign('index-now', 'key')).toString('hex').slice(0, 32)
}

const PATIENCE = 20 * SECOND

/** Notices wait this long for others, so that an import of many posts is one message. */
const GATHERED_FOR = 20 * SECOND
const LONGEST_WAIT = 5 * MINUTE
/** Jobs and addresses of one message; the protocol allows 10,000 addresses. */
const MOST_AT_ONCE = 2000
const MOST_ADDRESSES = 10_000

const payloadSchema = z.object({ paths: z.array(z.string()).min(1) })

/**
 * Informs search engines about added, changed or deleted pages (IndexNow), in one message with all notices that wait.
 * Permanent rejections are only logged.
 */
export const tellSearchEngines = defineJob({
  name: 'tell-search-engines',
  lane: 'other',
  concurrency: 1,
  payload: payloadSchema,
  async run(ctx, own, { signal }) {
    if (ctx.indexNow === null || !(await ctx.isOpenToSearch(ctx))) return
    const waiting = await ctx.db
      .selectFrom('job')
      .select(['id', 'payload', 'created_at'])
      .where('name', '=', 'tell-search-engines')
      // Also this job, and those that were claimed but may not run beside it.
      .where('state', 'in', ['waiting', 'running'])
      .orderBy('created_at', 'desc')
      .limit(MOST_AT_ONCE)
      .execute()
    const now = ctx.clock.now()
    const [newest] = waiting
    const oldest = waiting.at(-1)
    if (newest && oldest && newest.created_at + GATHERED_FOR > now && oldest.created_at + LONGEST_WAIT > now)
      throw new JobPostponed(newest.created_at + GATHERED_FOR, 'More pages are being changed.')
    const all = waiting.map(({ payload }) => payloadSchema.parse(JSON.parse(payload)).paths)
    const paths = [...new Set([...own.paths, ...all.flat()])].slice(0, MOST_ADDRESSES)
    const { publicUrl } = await ctx.site(ctx)
    const response = await fetch(ctx.indexNow.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        host: new URL(publicUrl).host,
        key: indexNowKey(ctx),
        keyLocation: publicUrl + KEY_PATH,
        urlList: paths.map((path) => publicUrl + path),
      }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    })
    await response.body?.cancel()
    const { status } = response
    if (status === 429 || status >= 500) throw new Error(`IndexNow answered ${status}.`)
    if (!response.ok) ctx.log.warn({ status, paths: paths.slice(0, 20) }, 'search_engines.refused')
    const told = waiting.map(({ id }) => id)
    if (told.length === 0) return
    return async (ending) => {
      await ending.db
        .updateTable('job')
        .set({ state: 'done', finished_at: now })
        .where('id', 'in', told)
        .where('state', '=', 'waiting')
        .execute()
    }
  },
})

/** Queues the notice in the caller's transaction, unless INDEXNOW_URL is unset. */
export async function announceAddresses(ctx: Ctx, paths: readonly string[]): Promise<void> {
  if (!ctx.indexNow) return
  const runAt = ctx.clock.now() + GATHERED_FOR
  await enqueue(ctx, tellSearchEngines, { paths: [...paths] }, { runAt })
}
