import { z } from 'zod'

import { MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import {
  type FetchOutcome,
  guardedFetch,
  type GuardedFetchOptions,
} from '#app/platform/http/guarded-fetch.server.ts'
import { defineJob, type JobRun } from '#app/platform/jobs/job.server.ts'

import { endTransfer, findWaiting, noteProgress } from '../transfer/transfer-progress.server.ts'

import type { Proposal } from './proposal.ts'
import { propose } from './propose.ts'
import { type FetchFile, readFeeds, readLook } from './read-site-extras.server.ts'
import { type FeedEntry, readSitePageTask, type SitePage } from './site-page.ts'
import { findRobots, isFile, refusalSentences, sameAddress } from './visit-site.server.ts'

const MOST_PAGES = 50
/** Most addresses tried, including those that cannot be read. */
const MOST_TRIES = 120
const MAX_PAGE = 2 * 1024 * 1024
const MAX_SITE = 30 * 1024 * 1024
const MAX_TIME = 5 * MINUTE

export const readSite = defineJob({
  name: 'read-site',
  lane: 'reading',
  payload: z.object({ id: z.string() }),
  concurrency: 1,
  deadline: 2 * MAX_TIME,
  run: runReading,
  givenUp: (ctx, { id }) =>
    endTransfer(ctx, id, {
      state: 'failed',
      summary: 'The reading was interrupted several times. Please try again.',
    }),
})

async function runReading(ctx: Ctx, { id }: { id: string }, { signal }: JobRun): Promise<void> {
  const waiting = await findWaiting(ctx, id)
  if (!waiting) return
  try {
    const proposal = await readWholeSite(ctx, waiting.name, {
      signal,
      onProgress: (done, total) => noteProgress(ctx, id, { done, total }),
    })
    const { pages, posts, facts } = proposal
    const summary = `${proposal.read.length} pages were read: ${pages.length} drafts of pages, ${posts.length} of posts and ${facts.length} facts are proposed.`
    await endTransfer(ctx, id, { state: 'done', summary, proposal: JSON.stringify(proposal) })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    await endTransfer(ctx, id, { state: 'failed', summary: error.message })
  }
}

type Run = { signal?: AbortSignal; onProgress?: (done: number, total: number) => Promise<void> }

/** Reads pages of one host, as its robots.txt allows. @throws {AppError} if the first page cannot be read. */
export async function readWholeSite(
  ctx: Ctx,
  address: string,
  { signal, onProgress = async () => {} }: Run = {},
): Promise<Proposal> {
  const late = AbortSignal.timeout(MAX_TIME)
  const fetchPage = (url: string, kind: GuardedFetchOptions['kind'] = 'text'): Promise<FetchOutcome> =>
    guardedFetch(url, {
      kind,
      loopback: ctx.outbound.loopback,
      maxBytes: MAX_PAGE,
      maxTime: 10 * SECOND,
      ...(signal && { signal }),
    })
  const robots = await findRobots(address, fetchPage)
  const pages: SitePage[] = []
  const left: Proposal['left'] = []
  const waiting = [address]
  const seen = new Set(waiting.map(sameAddress))
  const articles = new Set<string>()
  let { host } = new URL(address)
  let size = 0
  const fetchFile: FetchFile = async (url, kind) => {
    const { pathname, search } = new URL(url)
    if (late.aborted || size > MAX_SITE) return null
    if (new URL(url).host === host && !robots.mayRead(pathname + search)) return null
    const outcome = await fetchPage(url, kind)
    if (!outcome.ok) return null
    size += outcome.bytes.byteLength
    return outcome
  }
  let entries: FeedEntry[] = []
  for (let tries = 0; tries < MOST_TRIES && pages.length < MOST_PAGES; tries += 1) {
    const url = waiting.shift()
    if (url === undefined || late.aborted || size > MAX_SITE) break
    await onProgress(pages.length, Math.min(pages.length + waiting.length + 1, MOST_PAGES))
    const { pathname, search } = new URL(url)
    if (!robots.mayRead(pathname + search)) {
      left.push({ url, reason: 'Its robots.txt asks readers to keep away.' })
      continue
    }
    const outcome = await fetchPage(url)
    if (!outcome.ok) {
      left.push({ url, reason: refusalSentences[outcome.reason] })
      continue
    }
    // The first response decides which host the site has, often with or without www.
    if (pages.length === 0) host = new URL(outcome.url).host
    if (new URL(outcome.url).host !== host) continue
    size += outcome.bytes.byteLength
    const page = await readPage(ctx, outcome, signal)
    if (!page) {
      left.push({ url, reason: 'It could not be read.' })
      continue
    }
    seen.add(sameAddress(outcome.url))
    if (articles.has(sameAddress(page.url))) page.isArticle = true
    if (!pages.some((known) => sameAddress(known.url) === sameAddress(page.url))) pages.push(page)
    if (pages.length === 1) {
      entries = await readFeeds(ctx, page, fetchFile)
      for (const entry of entries) {
        const known = sameAddress(entry.page.url)
        articles.add(known)
        if (!entry.isWhole && !seen.has(known)) waiting.push(entry.page.url)
        seen.add(known)
      }
    }
    for (const link of page.links.toSorted((one, other) => Number(other.isMenu) - Number(one.isMenu))) {
      if (seen.has(sameAddress(link.url)) || new URL(link.url).host !== host || isFile(link.url)) continue
      seen.add(sameAddress(link.url))
      waiting.push(link.url)
    }
  }
  if (pages.length === 0)
    throw new AppError(
      'invalid',
      ['Nothing could be read there.', ...left.map(({ reason }) => reason)].slice(0, 2).join(' '),
    )
  const whole = entries.flatMap(({ page, isWhole }) => (isWhole ? [page] : []))
  const [first] = pages
  return propose(address, [...pages, ...whole], left, first && (await readLook(first, fetchFile)))
}

async function readPage(
  ctx: Ctx,
  { bytes, contentType, url }: FetchOutcome & { ok: true },
  signal: AbortSignal | undefined,
): Promise<SitePage | null> {
  if (!/html/i.test(contentType)) return null
  try {
    return await ctx.pool.run(readSitePageTask, { bytes, contentType, url }, { ...(signal && { signal }) })
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof AppError && error.code === 'unavailable') throw error
    ctx.log.warn({ error, url }, 'import_site.page_unreadable')
    return null
  }
}
