import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A bound, not a target: the site has tens of pages, a long blog some thousands. */
const MAX_PAGES = 2000
/** Pages follow the calendar too (a copyright year, a late schedule), so none is kept longer. */
const MAX_AGE_MS = 3_600_000

const COMPRESSIBLE =
  /^(text\/|application\/(.*[+])?(json|xml|javascript)|application\/speculationrules|image\/svg)/

type Encoding = 'br' | 'gzip' | 'identity'
type Variant = { body: Buffer; etag: string; headers: OutgoingHttpHeaders; notModified: OutgoingHttpHeaders }
type Page = { variants: Record<Encoding, Variant>; expiresAt: number }

export type PageCacheOptions = {
  /** The cookie whose bearer is always served a page of their own making. */
  sessionCookie: string
  /** Query keys that a path's page depends on; all others are ignored. */
  queryKeys(path: string): readonly string[]
  /** Sent with every page, over and above the page's own. */
  headers: Readonly<Record<string, string>>
  now?: () => number
}

/**
 * Whole pages, rendered once and served from memory in the encoding each browser prefers, until `purge`.
 * A render that began before a purge is shown to those who waited for it and not kept.
 */
export class PageCache {
  readonly #options: PageCacheOptions
  readonly #now: () => number
  readonly #pages = new Map<string, Page>()
  readonly #pending = new Map<string, Promise<Page | null>>()
  #generation = 0

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** The path with the query keys that count, in order; null when the request may not share a page. */
  keyOf(method: string | undefined, url: string, cookie: string | undefined): string | null {
    if (method !== 'GET' && method !== 'HEAD') return null
    // `//host/path` and `http://host/path` name another host than ours.
    if (!url.startsWith('/') || url.startsWith('//')) return null
    if (cookie?.includes(this.#options.sessionCookie)) return null
    const mark = url.indexOf('?')
    if (mark === -1) return url
    const path = url.slice(0, mark)
    // Most query strings are a campaign's; which pages read theirs is asked of the routes.
    const keys = this.#options.queryKeys(path)
    if (keys.length === 0) return path
    const given = new URLSearchParams(url.slice(mark + 1))
    const kept = new URLSearchParams()
    for (const key of keys) {
      const value = given.get(key)
      if (value !== null) kept.set(key, value)
    }
    return kept.size > 0 ? `${path}?${kept}` : path
  }

  /** Answers from memory and returns true, or leaves the response untouched. */
  serve(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const page = this.#pages.get(key)
    if (!page) return false
    if (page.expiresAt <= this.#now()) {
      this.#pages.delete(key)
      return false
    }
    send(page, request, response)
    return true
  }

  /**
   * Renders a missing page once for all who ask meanwhile. Resolves to null when the page may not be kept and was not
   * answered: the caller then renders for itself.
   */
  async fill(key: string, render: () => Promise<Response>): Promise<Response> {
    const pending = this.#pending.get(key)
    if (pending) {
      const page = await pending
      return page ? toResponse(page) : render()
    }
    const { promise, resolve } = Promise.withResolvers<Page | null>()
    this.#pending.set(key, promise)
    const generation = this.#generation
    let page: Page | null = null
    try {
      const response = await render()
      if (!mayKeep(response)) return response
      page = await this.#build(response)
      if (generation === this.#generation) this.#keep(key, page)
      return toResponse(page)
    } finally {
      resolve(page)
      if (this.#pending.get(key) === promise) this.#pending.delete(key)
    }
  }

  /** Forgets every page, and those now being rendered. */
  purge(): void {
    this.#generation += 1
    this.#pages.clear()
    this.#pending.clear()
  }

  get size(): number {
    return this.#pages.size
  }

  #keep(key: string, page: Page): void {
    const oldest = this.#pages.size >= MAX_PAGES ? this.#pages.keys().next().value : undefined
    if (oldest !== undefined) this.#pages.delete(oldest)
    this.#pages.set(key, page)
  }

  async #build(response: Response): Promise<Page> {
    const identity = Buffer.from(await response.arrayBuffer())
    const shared: OutgoingHttpHeaders = { ...this.#options.headers }
    for (const [name, value] of response.headers) shared[name] = value
    delete shared['content-length']
    shared['vary'] = 'Accept-Encoding, Cookie'
    return {
      expiresAt: this.#now() + MAX_AGE_MS,
      variants: await variantsOf(identity, shared),
    }
  }
}

/** Text (and what is written as text) in each encoding; images and the like are compressed by nature. */
async function variantsOf(body: Buffer, shared: OutgoingHttpHeaders): Promise<Page['variants']> {
  const identity = variant(body, 'identity', shared)
  if (!COMPRESSIBLE.test(String(shared['content-type']))) return { identity, gzip: identity, br: identity }
  const [br, gz] = await Promise.all([
    compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        // A window of 256 KB holds any page; the default of 4 MB would be allocated for each.
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    compressGzip(body, { level: 9 }),
  ])
  return { identity, gzip: variant(gz, 'gzip', shared), br: variant(br, 'br', shared) }
}

/** A route says that everyone may share its page by `cache-control: public`. */
function mayKeep(response: Response): boolean {
  return (
    response.status === 200 &&
    !response.headers.has('set-cookie') &&
    (response.headers.get('cache-control') ?? '').includes('public')
  )
}

function variant(body: Buffer, encoding: Encoding, shared: OutgoingHttpHeaders): Variant {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const notModified = { ...shared, etag }
  return {
    body,
    etag,
    notModified,
    headers: {
      ...notModified,
      'content-length': body.length,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    },
  }
}

function send(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const chosen = page.variants[preferredEncoding(request.headers['accept-encoding'])]
  const known = request.headers['if-none-match']
  if (known !== undefined && matches(known, chosen.etag)) {
    response.writeHead(304, chosen.notModified)
    response.end()
    return
  }
  response.writeHead(200, chosen.headers)
  response.end(request.method === 'HEAD' ? undefined : chosen.body)
}

function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === etag)
}

/** Brotli before gzip, whatever their order, unless refused by q=0 (RFC 9110, section 12.5.3). */
export function preferredEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  for (const encoding of ['br', 'gzip'] as const) {
    const offer = accept
      .toLowerCase()
      .split(',')
      .find((part) => part.trim().split(';')[0]?.trim() === encoding)
    if (offer !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(offer)) return encoding
  }
  return 'identity'
}

/** Those who waited for a render get it uncompressed; the next visitor is served from memory. */
function toResponse(page: Page): Response {
  const { body, headers } = page.variants.identity
  return new Response(new Uint8Array(body), { headers: headers as Record<string, string> })
}
