import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

import type { QueryKeys, StoredPage } from './application.ts'
import type { RouteCounts } from './metrics/request-metrics.ts'
import { contentOf, matches, mayKeep, storedContent } from './page-content.ts'
import {
  bestVariants,
  chooseVariant,
  identityOf,
  isCompressible,
  preferredEncoding,
  sizeOf,
  type Variants,
  variantsFor,
  withEncoding,
} from './page-variants.ts'
import type { PlainGet } from './plain-get.ts'

/** Enough for about 800 pages of 60 KB with their compressed copies. */
const MAX_BYTES = 64 * 1024 * 1024
/** Pages contain dates, such as the copyright year. */
const MAX_AGE_MS = 3_600_000

type Page = {
  status: number
  variants: Variants
  isFinished: boolean
  bytes: number
  /** A counter that tells which page was used least recently. */
  usedAt: number
  headers: OutgoingHttpHeaders
  tag: string | null
  generation: number
  expiresAt: number
  counts: RouteCounts | null
}

export type PageCacheOptions = {
  /** Requests with this cookie always get their own page. */
  sessionCookie: string
  queryKeys(path: string): QueryKeys
  /** Only the canonical spelling is cached, because the number of others is unlimited. */
  isCanonical(path: string): boolean
  headers: Readonly<Record<string, string>>
  countsOf?: ((path: string) => RouteCounts) | null
  now?: () => number
  maxBytes?: number
}

/** Returns 304 if the page with that entity tag has not changed. */
type Render = (keptTag: string | null) => Promise<Response>
type Make = (keptTag: string | null) => Promise<Response | StoredPage | null>
type Filling = { make: Make; former: Page | null; accept: string | undefined; generation: number }

/**
 * Does not store a render that began before a purge. After a purge, a page is served again once the application
 * confirms that it has not changed (decision 0064). The first visitor gets fast compression, later ones the best.
 */
export class PageCache {
  readonly #options: PageCacheOptions
  readonly #now: () => number
  readonly #pages = new Map<string, Page>()
  readonly #pending = new Map<string, Promise<Page | null>>()
  hits = 0
  misses = 0
  #generation = 0
  #uses = 0
  #bytes = 0
  #finishing: Promise<void> = Promise.resolve()

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** Returns null if the request may not share a page. Unknown values become empty, so that they share one response. */
  keyOf(method: string | undefined, url: string, cookie: string | undefined): string | null {
    if (method !== 'GET' && method !== 'HEAD') return null
    // `//host/path` and `http://host/path` name another host.
    if (!url.startsWith('/') || url.startsWith('//')) return null
    if (cookie?.includes(this.#options.sessionCookie)) return null
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    if (!this.#options.isCanonical(path)) return null
    if (mark === -1) return path
    const keys = this.#options.queryKeys(path)
    const given = new URLSearchParams(url.slice(mark + 1))
    const kept = new URLSearchParams()
    for (const [key, isKnown] of Object.entries(keys)) {
      const value = given.get(key)
      if (value !== null) kept.set(key, isKnown(value) ? value : '')
    }
    return kept.size > 0 ? `${path}?${kept}` : path
  }

  serve(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const page = this.#find(key, request.headers['accept-encoding'])
    if (!page) return false
    send(page, request, response)
    this.#count(key, page, request.method, response.statusCode)
    return true
  }

  answerTo({ path, acceptEncoding }: PlainGet): Buffer | null {
    const page = this.#find(path, acceptEncoding)
    if (!page) return null
    this.#count(path, page, 'GET', 200)
    return chooseVariant(page.variants, acceptEncoding, page.headers).wire.at(this.#now())
  }

  #find(key: string, accept: string | undefined): Page | null {
    const page = this.#pages.get(key)
    if (page?.generation !== this.#generation) return null
    if (page.expiresAt <= this.#now()) {
      this.#forget(key, page)
      return null
    }
    const encoding = preferredEncoding(accept)
    if (encoding === 'identity' && !page.variants.identity) {
      identityOf(page.variants, page.headers)
      this.#account(key, page)
    }
    const isReady = page.variants[encoding] !== undefined
    return isReady || !isCompressible(page.headers) ? page : null
  }

  #count(key: string, page: Page, method: string | undefined, status: number): void {
    this.hits += 1
    page.usedAt = this.#uses += 1
    page.counts?.count(method, status)
    if (!page.isFinished) this.#finish(key, page)
  }

  async fill(key: string, accept: string | undefined, render: Render): Promise<Response> {
    const filled = await this.#fill(key, accept, render)
    if (filled === null) throw new Error('A rendering always answers.')
    return filled instanceof Response ? filled : toResponse(filled, accept)
  }

  /** Returns false if the application has no such page to load. */
  async serveLoaded(
    key: string,
    { request, response }: { request: IncomingMessage; response: ServerResponse },
    load: () => Promise<StoredPage | null>,
  ): Promise<boolean> {
    const filled = await this.#fill(key, request.headers['accept-encoding'], load)
    if (filled === null || filled instanceof Response) return false
    send(filled, request, response)
    return true
  }

  /** Renders a missing page once for all who wait. If it may not be stored, each of them renders it. */
  async #fill(key: string, accept: string | undefined, make: Make): Promise<Page | Response | null> {
    const kept = this.#pages.get(key)
    if (kept?.generation === this.#generation) return this.#refresh(key, kept, accept)
    const pending = this.#pending.get(key)
    const shared = pending && (await pending)
    if (shared) {
      this.misses += 1
      return shared
    }
    const generation = this.#generation
    const former = kept && !pending && kept.expiresAt > this.#now() ? kept : null
    const filling = this.#make(key, { make, former, accept, generation })
    const page = filling.then(
      (made) => (made instanceof Response ? null : made),
      () => null,
    )
    if (!pending) this.#pending.set(key, page)
    try {
      return await filling
    } finally {
      if (this.#pending.get(key) === page) this.#pending.delete(key)
    }
  }

  async #make(key: string, filling: Filling): Promise<Page | Response | null> {
    const { make, former, accept, generation } = filling
    const made = await make(former?.tag ?? null)
    // The router handles the request next, and counts it.
    if (made === null) return null
    this.misses += 1
    const isSame = made instanceof Response ? made.status === 304 : made.tag === former?.tag
    if (former && isSame) {
      former.generation = generation
      return this.#refresh(key, former, accept)
    }
    if (former) this.#forget(key, former)
    if (made instanceof Response && !mayKeep(key, made)) return made
    const page = await this.#build(key, made, { accept, generation })
    if (generation === this.#generation) this.#keep(key, page)
    return page
  }

  purge(): void {
    this.#generation += 1
    for (const [key, page] of this.#pages) if (page.tag === null) this.#forget(key, page)
    this.#pending.clear()
  }

  get size(): number {
    return this.#pages.size
  }

  async #refresh(key: string, page: Page, accept: string | undefined): Promise<Page> {
    // Better compressed variants may have been added meanwhile.
    page.variants = { ...(await withEncoding(page.variants, accept, page.headers)), ...page.variants }
    this.#count(key, page, 'GET', 200)
    this.#account(key, page)
    return page
  }

  #keep(key: string, page: Page): void {
    const former = this.#pages.get(key)
    if (former) this.#forget(key, former)
    this.#pages.set(key, page)
    page.usedAt = this.#uses += 1
    this.#account(key, page)
  }

  #forget(key: string, page: Page): void {
    if (this.#pages.get(key) !== page) return
    this.#pages.delete(key)
    this.#bytes -= page.bytes
  }

  #account(key: string, page: Page): void {
    if (this.#pages.get(key) !== page) return
    const bytes = sizeOf(page.variants)
    this.#bytes += bytes - page.bytes
    page.bytes = bytes
    const most = this.#options.maxBytes ?? MAX_BYTES
    if (this.#bytes <= most) return
    // Removes several pages at once, so that a crawl does not sort thousands of pages each time.
    const unused = [...this.#pages].sort(([, one], [, other]) => one.usedAt - other.usedAt)
    for (const [oldKey, old] of unused) {
      if (this.#bytes <= most * 0.9) break
      if (old !== page) this.#forget(oldKey, old)
    }
  }

  async #build(
    key: string,
    made: Response | StoredPage,
    { accept, generation }: { accept: string | undefined; generation: number },
  ): Promise<Page> {
    const { status, body, isBrotli, tag, ...own } =
      made instanceof Response ? await contentOf(made) : storedContent(made)
    const headers: OutgoingHttpHeaders = { ...this.#options.headers, ...own.headers }
    headers['vary'] = 'Accept-Encoding, Cookie'
    headers['cache-control'] ??= 'no-store'
    return {
      status,
      variants: await variantsFor(accept, { body, isBrotli }, headers),
      isFinished: !isCompressible(headers),
      bytes: 0,
      usedAt: 0,
      headers,
      tag,
      generation,
      expiresAt: this.#now() + MAX_AGE_MS,
      counts: this.#options.countsOf?.(key.split('?', 1)[0] ?? key) ?? null,
    }
  }

  /** Compresses one page at a time, so that a core stays free for requests. */
  #finish(key: string, page: Page): void {
    page.isFinished = true
    this.#finishing = this.#finishing.then(async () => {
      if (this.#pages.get(key) !== page) return
      try {
        page.variants = await bestVariants(page.variants, page.headers)
        this.#account(key, page)
      } catch {
        // The page is kept as it is; the next visit tries again.
        page.isFinished = false
      }
    })
  }
}

function send(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const chosen = chooseVariant(page.variants, request.headers['accept-encoding'], page.headers)
  const known = request.headers['if-none-match']
  if (page.status === 200 && known !== undefined && matches(known, chosen.tag)) {
    response.writeHead(304, chosen.notModified)
    response.end()
    return
  }
  response.writeHead(page.status, chosen.headers)
  response.end(request.method === 'HEAD' ? undefined : chosen.body)
}

function toResponse({ status, variants, headers: shared }: Page, accept: string | undefined): Response {
  const { body, headers } = chooseVariant(variants, accept, shared)
  return new Response(new Uint8Array(body), { status, headers: headers as Record<string, string> })
}
