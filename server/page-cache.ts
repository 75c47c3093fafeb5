import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

import type { QueryKeys } from './application.ts'
import type { RouteCounts } from './metrics/request-metrics.ts'
import {
  bestVariants,
  chooseVariant,
  isCompressible,
  preferredEncoding,
  sizeOf,
  type Variants,
  variantsFor,
  withEncoding,
} from './page-variants.ts'
import type { PlainGet } from './plain-get.ts'

/** About 800 pages of 60 KB with their compressed copies: more than any but a long blog has. */
const MAX_BYTES = 64 * 1024 * 1024
/** Pages follow the calendar too (a copyright year, a late schedule), so none is kept longer. */
const MAX_AGE_MS = 3_600_000

/** A key of which a value was left empty. */
const NAMES_NO_PAGE = /\?.*=(?:&|$)/

type Page = {
  status: number
  variants: Variants
  /** Whether each encoding is there at its smallest, or will soon be. */
  isFinished: boolean
  /** Of all its variants; what the cache's sum was last told. */
  bytes: number
  /** Counts up with each answer of the cache: the least is the longest unused. */
  usedAt: number
  headers: OutgoingHttpHeaders
  expiresAt: number
  counts: RouteCounts | null
}

export type PageCacheOptions = {
  /** The cookie whose bearer is always served a page of their own making. */
  sessionCookie: string
  /** Query keys that a path's page depends on; all others are ignored. */
  queryKeys(path: string): QueryKeys
  /** Whether a path is written the one way that pages are kept by: of other spellings there is no end. */
  isCanonical(path: string): boolean
  /** Sent with every page, over and above the page's own. */
  headers: Readonly<Record<string, string>>
  /** Where answers out of memory are counted by their route; null while nobody asks. */
  countsOf?: ((path: string) => RouteCounts) | null
  now?: () => number
  /** How many bytes of pages are kept; those unused for longest go first. */
  maxBytes?: number
}

/**
 * Whole pages, rendered once and served from memory in the encoding each browser prefers, until `purge`.
 * A render that began before a purge is shown to those who waited for it and not kept. Who waits for a render gets it
 * compressed quickly; a page that is asked for again is worth compressing well.
 */
export class PageCache {
  readonly #options: PageCacheOptions
  readonly #now: () => number
  readonly #pages = new Map<string, Page>()
  readonly #pending = new Map<string, Promise<Page | null>>()
  /** Requests that were answered out of memory, and those a page had to be rendered for. */
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

  /**
   * The path with the query keys that count, in order; null when the request may not share a page. A value that no page
   * has is left empty, so that all of these share one answer.
   */
  keyOf(method: string | undefined, url: string, cookie: string | undefined): string | null {
    if (method !== 'GET' && method !== 'HEAD') return null
    // `//host/path` and `http://host/path` name another host than ours.
    if (!url.startsWith('/') || url.startsWith('//')) return null
    if (cookie?.includes(this.#options.sessionCookie)) return null
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    if (!this.#options.isCanonical(path)) return null
    if (mark === -1) return path
    // Most query strings are a campaign's; which pages read theirs is asked of the routes.
    const keys = this.#options.queryKeys(path)
    const given = new URLSearchParams(url.slice(mark + 1))
    const kept = new URLSearchParams()
    for (const [key, isKnown] of Object.entries(keys)) {
      const value = given.get(key)
      if (value !== null) kept.set(key, isKnown(value) ? value : '')
    }
    return kept.size > 0 ? `${path}?${kept}` : path
  }

  /** Answers from memory and returns true, or leaves the response untouched. */
  serve(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const page = this.#find(key, request.headers['accept-encoding'])
    if (!page) return false
    send(page, request, response)
    this.#count(key, page, request.method, response.statusCode)
    return true
  }

  /** The whole answer to a plain GET, head included, or null when it is not in memory. */
  answerTo({ path, acceptEncoding }: PlainGet): Buffer | null {
    const page = this.#find(path, acceptEncoding)
    if (!page) return null
    this.#count(path, page, 'GET', 200)
    return chooseVariant(page.variants, acceptEncoding).wire.at(this.#now())
  }

  /** The kept page, if it is there in the encoding asked for or cannot be compressed. */
  #find(key: string, accept: string | undefined): Page | null {
    const page = this.#pages.get(key)
    if (!page) return null
    if (page.expiresAt <= this.#now()) {
      this.#forget(key, page)
      return null
    }
    const isCompressed = page.variants[preferredEncoding(accept)] !== undefined
    return isCompressed || !isCompressible(page.headers) ? page : null
  }

  #count(key: string, page: Page, method: string | undefined, status: number): void {
    this.hits += 1
    page.usedAt = this.#uses += 1
    page.counts?.count(method, status)
    if (!page.isFinished) this.#finish(key, page)
  }

  /**
   * Renders a missing page once for all who ask meanwhile. Where the page may not be kept, each who waited renders for
   * themselves.
   * @param accept the request's accept-encoding
   */
  async fill(key: string, accept: string | undefined, render: () => Promise<Response>): Promise<Response> {
    const kept = this.#pages.get(key)
    if (kept) {
      // What was compressed better meanwhile stays.
      kept.variants = { ...(await withEncoding(kept.variants, accept, kept.headers)), ...kept.variants }
      this.#count(key, kept, 'GET', 200)
      this.#account(key, kept)
      return toResponse(kept, accept)
    }
    this.misses += 1
    const pending = this.#pending.get(key)
    if (pending) {
      const page = await pending
      return page ? toResponse(page, accept) : render()
    }
    const { promise, resolve } = Promise.withResolvers<Page | null>()
    this.#pending.set(key, promise)
    const generation = this.#generation
    let page: Page | null = null
    try {
      const response = await render()
      if (!mayKeep(key, response)) return response
      page = await this.#build(key, response, accept)
      if (generation === this.#generation) this.#keep(key, page)
      return toResponse(page, accept)
    } finally {
      resolve(page)
      if (this.#pending.get(key) === promise) this.#pending.delete(key)
    }
  }

  /** Forgets every page, and those now being rendered. */
  purge(): void {
    this.#generation += 1
    this.#pages.clear()
    this.#bytes = 0
    this.#pending.clear()
  }

  get size(): number {
    return this.#pages.size
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

  /** Counts what a page takes now, and makes room by those unused for longest. */
  #account(key: string, page: Page): void {
    if (this.#pages.get(key) !== page) return
    const bytes = sizeOf(page.variants)
    this.#bytes += bytes - page.bytes
    page.bytes = bytes
    const most = this.#options.maxBytes ?? MAX_BYTES
    if (this.#bytes <= most) return
    // A few at once, so that a crawl of thousands does not sort them all for each page.
    const unused = [...this.#pages].sort(([, one], [, other]) => one.usedAt - other.usedAt)
    for (const [oldKey, old] of unused) {
      if (this.#bytes <= most * 0.9) break
      if (old !== page) this.#forget(oldKey, old)
    }
  }

  async #build(key: string, response: Response, accept: string | undefined): Promise<Page> {
    const body = Buffer.from(await response.arrayBuffer())
    const headers: OutgoingHttpHeaders = { ...this.#options.headers }
    for (const [name, value] of response.headers) headers[name] = value
    delete headers['content-length']
    headers['vary'] = 'Accept-Encoding, Cookie'
    headers['cache-control'] ??= 'no-store'
    return {
      status: response.status,
      variants: await variantsFor(accept, body, headers),
      isFinished: !isCompressible(headers),
      bytes: 0,
      usedAt: 0,
      headers,
      expiresAt: this.#now() + MAX_AGE_MS,
      counts: this.#options.countsOf?.(key.split('?', 1)[0] ?? key) ?? null,
    }
  }

  /** Compresses a page well, one after the other, so that visitors' own requests find a free core. */
  #finish(key: string, page: Page): void {
    page.isFinished = true
    this.#finishing = this.#finishing.then(async () => {
      if (this.#pages.get(key) !== page) return
      try {
        page.variants = await bestVariants(page.variants.identity, page.headers)
        this.#account(key, page)
      } catch {
        // It is served as it is, and tried again at the next visit.
        page.isFinished = false
      }
    })
  }
}

/**
 * A route says that everyone may share its page by `cache-control: public`. That there is no page for a value is kept too,
 * for it is said of all values that there are not.
 */
function mayKeep(key: string, response: Response): boolean {
  if (response.headers.has('set-cookie')) return false
  if (response.status === 404) return NAMES_NO_PAGE.test(key)
  return response.status === 200 && (response.headers.get('cache-control') ?? '').includes('public')
}

function send(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const chosen = chooseVariant(page.variants, request.headers['accept-encoding'])
  const known = request.headers['if-none-match']
  if (page.status === 200 && known !== undefined && matches(known, chosen.tag)) {
    response.writeHead(304, chosen.notModified)
    response.end()
    return
  }
  response.writeHead(page.status, chosen.headers)
  response.end(request.method === 'HEAD' ? undefined : chosen.body)
}

function matches(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === tag)
}

function toResponse({ status, variants }: Page, accept: string | undefined): Response {
  const { body, headers } = chooseVariant(variants, accept)
  return new Response(new Uint8Array(body), { status, headers: headers as Record<string, string> })
}
