import type { Ctx } from '#app/platform/context.server.ts'
import { type FetchRefusal, guardedFetch } from '#app/platform/http/guarded-fetch.server.ts'

import type { Original } from './reading.ts'
import { ReadingRefused, type RefusalReason } from './reading-refused.ts'

const reasons: Readonly<Record<FetchRefusal['reason'], RefusalReason>> = {
  address: 'address',
  unreachable: 'address',
  status: 'status',
  redirects: 'redirects',
  'too-large': 'page-too-large',
  'too-slow': 'page-too-slow',
  type: 'type',
}

/** Fetches a page. @throws {ReadingRefused} with what its owner can do about it. */
export async function fetchOriginal(ctx: Ctx, url: string, signal: AbortSignal): Promise<Original> {
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
