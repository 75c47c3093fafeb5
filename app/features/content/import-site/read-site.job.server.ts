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
import { keepsOut } from './robots.ts'
import { findRobots, isFile, refusalSentences, sameAddress, seriesOf } from './visit-site.server.ts'

const MOST_PAGES = 50
/** Most addresses tried, including those that cannot be read. */
const MOST_TRIES = 120
/** How many pages of one calendar or filtered list are read, because it may have no end. */
const MOST_OF_SERIES = 5
const KEPT_AWAY = 'Its robots.txt asks readers to keep away.'
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
  let robots = await findRobots(address, fetchPage)
  const mayRead = (url: string) => robots.mayRead(new URL(url).pathname + new URL(url).search)
  const series = new Map<string, number>()
  const pages: SitePage[] = []
  const left: Proposal['left'] = []
  const waiting = [address]
  const seen = new Set(waiting.map(sameAddress))
  const articles = new Set<string>()
  let { host } = new URL(address)
  let size = 0
  const fetchFile: FetchFile = async (url, kind) => {
    if (late.aborted || size > MAX_SITE) return null
    if (new URL(url).host === host && !mayRead(url)) return null
    const outcome = await fetchPage(url, kind)
    if (!outcome.ok || (new URL(outcome.url).host === host && !mayRead(outcome.url))) return null
    size += outcome.bytes.byteLength
    return outcome
  }
  let entries: FeedEntry[] = []
  for (let tries = 0; tries < MOST_TRIES && pages.length < MOST_PAGES; tries += 1) {
    const url = waiting.shift()
    if (url === undefined || late.aborted || size > MAX_SITE) break
    await onProgress(pages.length, Math.min(pages.length + waiting.length + 1, MOST_PAGES))
    if (!mayRead(url)) {
      left.push({ url, reason: KEPT_AWAY })
      continue
    }
    const outcome = await fetchPage(url)
    if (!outcome.ok) {
      left.push({ url, reason: refusalSentences[outcome.reason] })
      continue
    }
    // The first response decides which host the site has, often with or without www.
    const place = new URL(outcome.url).host
    if (pages.length === 0 && place !== host) {
      host = place
      robots = await findRobots(outcome.url, fetchPage)
    }
    if (place !== host) continue
    if (!mayRead(outcome.url)) {
      left.push({ url, reason: KEPT_AWAY })
      continue
    }
    size += outcome.bytes.byteLength
    const page = await readPage(ctx, outcome, signal)
    if (!page) {
      left.push({ url, reason: 'It could not be read.' })
      continue
    }
    seen.add(sameAddress(outcome.url))
    if (page.isSignIn) {
      left.push({ url, reason: 'It asks for a password.' })
      continue
    }
    // The owner asked for this page, so `noindex` does not hide it from them.
    if (url !== address && keepsOut(`${outcome.robots}, ${page.robots}`)) {
      left.push({ url, reason: 'It asks search engines to leave it out.' })
      continue
    }
    seen.add(sameAddress(page.url))
    if (articles.has(sameAddress(page.url))) page.isArticle = true
    if (!pages.some((known) => sameAddress(known.url) === sameAddress(page.url))) pages.push(page)
    if (pages.length === 1) {
      entries = await readFeeds(ctx, page, fetchFile)
      for (const entry of entries) {
        if (!mayRead(entry.page.url)) continue
        const known = sameAddress(entry.page.url)
        articles.add(known)
        if (!entry.isWhole && !seen.has(known)) waiting.push(entry.page.url)
        seen.add(known)
      }
    }
    for (const link of page.links.toSorted((one, other) => Number(other.isMenu) - Number(one.isMenu))) {
      if (seen.has(sameAddress(link.url)) || new URL(link.url).host !== host || isFile(link.url)) continue
      seen.add(sameAddress(link.url))
      const counted = seriesOf(link.url)
      const members = (counted !== null && series.get(counted)) || 0
      if (counted !== null) series.set(counted, members + 1)
      if (members < MOST_OF_SERIES) waiting.push(link.url)
    }
  }
  if (pages.length === 0)
    throw new AppError(
      'invalid',
      ['Nothing could be read there.', ...left.map(({ reason }) => reason)].slice(0, 2).join(' '),
    )
  const whole = entries.flatMap(({ page, isWhole }) => (isWhole && mayRead(page.url) ? [page] : []))
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
