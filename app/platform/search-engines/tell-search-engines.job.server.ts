import { z } from 'zod'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

/** Search engines read the key here, to check that it belongs to this site. */
export const KEY_PATH = '/indexnow.txt'

/** 32 hexadecimal digits, the same on every instance (https://www.indexnow.org/documentation). */
export function indexNowKey({ signer }: Pick<Ctx, 'signer'>): string {
  return Buffer.from(signer.sign('index-now', 'key')).toString('hex').slice(0, 32)
}

const PATIENCE = 20 * SECOND

/** Informs search engines about added, changed or deleted pages (IndexNow). Permanent rejections are only logged. */
export const tellSearchEngines = defineJob({
  name: 'tell-search-engines',
  lane: 'other',
  payload: z.object({ paths: z.array(z.string()).min(1) }),
  async run(ctx, { paths }, { signal }) {
    if (ctx.indexNow === null || !(await ctx.isOpenToSearch(ctx))) return
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
    if (!response.ok) ctx.log.warn({ status, paths }, 'search_engines.refused')
  },
})

/** Queues the notice in the caller's transaction, unless INDEXNOW_URL is unset. */
export async function announceAddresses(ctx: Ctx, paths: readonly string[]): Promise<void> {
  if (ctx.indexNow) await enqueue(ctx, tellSearchEngines, { paths: [...paths] })
}
