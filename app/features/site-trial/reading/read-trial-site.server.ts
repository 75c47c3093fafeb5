import { keepsOut } from '#app/features/content/import-site/robots.ts'
import { findRobots, isFile, sameAddress } from '#app/features/content/import-site/visit-site.server.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { FetchOutcome, FetchRefusal } from '#app/platform/http/guarded-fetch.server.ts'

import { createFetchWithin, type FetchWithin } from './fetch-within.server.ts'
import { measureHome } from './measure-home.server.ts'
import type { Measured } from './measured.ts'
import { readTrialPageTask, type TrialPage, type TrialReading } from './trial-page.ts'

export const MOST_PAGES = 20
const MAX_TIME = 30 * SECOND
const MAX_PAGE = 1024 * 1024
/** Addresses requested, including those that cannot be read. */
const MOST_TRIES = 40
const AT_ONCE = 3

export type TrialFailure = FetchRefusal['reason'] | 'robots' | 'busy' | 'empty'

/** Thrown if the site as a whole could not be read. */
export class TrialFailed extends Error {
  override name = 'TrialFailed'
  readonly reason: TrialFailure

  constructor(reason: TrialFailure) {
    super(reason)
    this.reason = reason
  }
}

type Run = { signal: AbortSignal; onPage: (page: TrialPage, position: number) => Promise<void> }

/** Reads and measures a site's home page, then reads the pages it links to. @throws {TrialFailed} */
export async function readTrialSite(ctx: Ctx, address: string, { signal, onPage }: Run): Promise<Measured> {
  const late = AbortSignal.timeout(MAX_TIME)
  const fetch = createFetchWithin(ctx, { late, signal })
  const { home, mayRead } = await openEither(fetch, address)
  const reading = await readPage(ctx, home, { signal, late })
  if (!reading) throw new TrialFailed('empty')
  await onPage(reading.page, 0)
  const [measured] = await Promise.all([
    measureHome({ ...home, files: reading.files, at: ctx.clock.now() }, { fetch, mayRead }),
    readOthers(ctx, { home, reading, fetch, mayRead, late, signal, onPage }),
  ])
  return measured
}

type Page = FetchOutcome & { ok: true }
type Opened = { home: Page; mayRead: (url: string) => boolean }

/** Retries without TLS: some sites lack it, and few visitors type a scheme. */
async function openEither(fetch: FetchWithin, address: string): Promise<Opened> {
  try {
    return await openSite(fetch, address)
  } catch (error) {
    const mayBePlain = error instanceof TrialFailed && error.reason === 'unreachable'
    if (!mayBePlain || !address.startsWith('https:')) throw error
    return openSite(fetch, address.replace(/^https:/, 'http:'))
  }
}

/** Opens the home page if the site's robots.txt allows it. */
export async function openSite(fetch: FetchWithin, address: string): Promise<Opened> {
  const fetchPage = (url: string) => fetch(url, { maxBytes: MAX_PAGE, maxTime: 8 * SECOND })
  const allowing = async (url: string) => {
    try {
      const robots = await findRobots(url, fetchPage)
      const { host } = new URL(url)
      return (target: string) => {
        const { host: other, pathname, search } = new URL(target)
        return other !== host || robots.mayRead(pathname + search)
      }
    } catch (error) {
      if (error instanceof AppError) throw new TrialFailed('unreachable')
      throw error
    }
  }
  const mayRead = await allowing(address)
  if (!mayRead(address)) throw new TrialFailed('robots')
  const home = await fetchPage(address)
  if (!home.ok) throw new TrialFailed(home.reason)
  if (!/html/i.test(home.contentType)) throw new TrialFailed('type')
  if (new URL(home.url).host === new URL(address).host) return { home, mayRead }
  const mayReadThere = await allowing(home.url)
  if (!mayReadThere(home.url)) throw new TrialFailed('robots')
  return { home, mayRead: mayReadThere }
}

type Others = Run & Opened & { reading: TrialReading; fetch: FetchWithin; late: AbortSignal }

async function readOthers(ctx: Ctx, others: Others): Promise<void> {
  const { home, reading, fetch, mayRead, late, signal, onPage } = others
  const { host } = new URL(home.url)
  const seen = new Set([home.url, reading.page.url].map(sameAddress))
  const waiting: string[] = []
  const follow = (links: readonly string[]) => {
    for (const url of links) {
      if (seen.has(sameAddress(url)) || new URL(url).host !== host || isFile(url) || !mayRead(url)) continue
      seen.add(sameAddress(url))
      waiting.push(url)
    }
  }
  follow(reading.links)
  if (waiting.length < MOST_PAGES) follow(await readSitemap(fetch, { home: home.url, mayRead }))
  let pages = 1
  let tries = 0
  const readOne = async (url: string) => {
    const outcome = await fetch(url, { maxBytes: MAX_PAGE, maxTime: 6 * SECOND })
    if (!outcome.ok || new URL(outcome.url).host !== host || !mayRead(outcome.url)) return
    if (outcome.url !== url && seen.has(sameAddress(outcome.url))) return
    seen.add(sameAddress(outcome.url))
    const found = keepsOut(outcome.robots) ? null : await readPage(ctx, outcome, { signal, late })
    if (!found || found.isKeptOut || pages >= MOST_PAGES) return
    const position = pages
    pages += 1
    await onPage(found.page, position)
    follow(found.links)
  }
  while (pages < MOST_PAGES && tries < MOST_TRIES && !late.aborted) {
    const batch = waiting.splice(0, Math.min(AT_ONCE, MOST_PAGES - pages))
    if (batch.length === 0) return
    tries += batch.length
    await Promise.all(batch.map(readOne))
  }
}

/** Returns null if it is not a readable page. @throws {TrialFailed} while too many others are read */
async function readPage(
  ctx: Ctx,
  { bytes, contentType, url }: Page,
  { signal, late }: { signal: AbortSignal; late: AbortSignal },
): Promise<TrialReading | null> {
  if (!/html/i.test(contentType)) return null
  try {
    const input = { bytes, contentType, url }
    return await ctx.pool.run(readTrialPageTask, input, { signal: AbortSignal.any([late, signal]) })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError && error.code === 'unavailable') throw new TrialFailed('busy')
    ctx.log.warn({ error }, 'site_trial.page_unreadable')
    return null
  }
}

const MAX_SITEMAP = 300_000
const MOST_SITEMAPS = 2

type SiteMap = { isIndex: boolean; urls: string[] }

/** Reads the addresses in a sitemap. If it is an index of further sitemaps, reads the first of those. */
async function readSitemap(
  fetch: FetchWithin,
  { home, mayRead }: { home: string; mayRead: Opened['mayRead'] },
): Promise<string[]> {
  const first = await fetchSitemap(fetch, new URL('/sitemap.xml', home).href)
  if (!first.isIndex) return first.urls
  const { host } = new URL(home)
  const parts = first.urls
    .filter((url) => new URL(url).host === host && mayRead(url))
    .toSorted((one, other) => Number(/page/i.test(other)) - Number(/page/i.test(one)))
  const found = await Promise.all(parts.slice(0, MOST_SITEMAPS).map((url) => fetchSitemap(fetch, url)))
  return found.flatMap(({ isIndex, urls }) => (isIndex ? [] : urls))
}

async function fetchSitemap(fetch: FetchWithin, address: string): Promise<SiteMap> {
  const outcome = await fetch(address, { kind: 'feed', maxBytes: MAX_SITEMAP, maxTime: 4 * SECOND })
  if (!outcome.ok) return { isIndex: false, urls: [] }
  const text = new TextDecoder().decode(outcome.bytes)
  const named = [...text.matchAll(/<loc>\s{0,20}(?:<!\[CDATA\[\s{0,20})?([^<\s\]]{1,500})/g)]
  const urls = named.slice(0, MOST_TRIES).flatMap(([, url = '']) => {
    const target = URL.parse(url.replaceAll('&amp;', '&'))
    return target ? [target.href] : []
  })
  return { isIndex: /<sitemapindex[\s>]/.test(text), urls }
}
