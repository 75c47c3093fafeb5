import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

import { isLoopbackAddress, isPublicAddress } from '#app/platform/ip-addresses.ts'

const MAX_REDIRECTS = 3
const MAX_BYTES = 5 * 1024 * 1024
const MAX_TIME = 10_000
const PORTS = new Set(['', '80', '443'])
const TYPES = {
  text: /^(text\/(html|plain|markdown)|application\/xhtml\+xml)\b/i,
  image: /^(image\/|application\/octet-stream\b)/i,
  feed: /^(?:application|text)\/(?:(?:rss|atom)\+)?xml\b/i,
  style: /^text\/css\b/i,
  calendar: /^(text\/(calendar|plain)|application\/octet-stream)\b/i,
  any: /^/,
}
const ACCEPT = {
  text: 'text/html, application/xhtml+xml, text/plain;q=0.9, text/markdown;q=0.9',
  image: 'image/avif, image/webp, image/png, image/jpeg, image/gif',
  feed: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8',
  style: 'text/css',
  calendar: 'text/calendar, text/plain;q=0.5',
  any: '*/*',
}

export type FetchRefusal = {
  ok: false
  /** address: not requested. The owner is not told whether it was refused or unreachable. */
  reason: 'address' | 'unreachable' | 'status' | 'redirects' | 'too-large' | 'too-slow' | 'type'
  status?: number
}

export type FetchOutcome =
  | {
      ok: true
      url: string
      contentType: string
      bytes: Uint8Array
      /** Bytes of the body as transferred, possibly compressed. */
      transferred: number
      status: number
      etag: string | null
      /** The headers `X-Robots-Tag`, joined by commas. */
      robots: string
    }
  | FetchRefusal

type Address = { address: string; family: number }
type Resolve = (hostname: string) => Promise<Address[]>

export type GuardedFetchOptions = {
  kind?: keyof typeof TYPES
  maxBytes?: number
  loopback?: boolean
  /** Allows any port instead of only 80 and 443, for servers that the owner names. */
  anyPort?: boolean
  signal?: AbortSignal
  resolve?: Resolve
  maxTime?: number
  /** ETag of the known version. If it is unchanged, the result is empty with status 304. */
  etag?: string
}

class Refused extends Error {
  readonly code = 'EADDRESS'
  readonly refusal: FetchRefusal

  constructor(reason: FetchRefusal['reason'], status?: number) {
    super(reason)
    this.refusal = { ok: false, reason, ...(status !== undefined && { status }) }
  }
}

/**
 * Refuses names and redirects to private addresses. Checks when connecting, so that a name cannot change its answer.
 */
export async function guardedFetch(url: string, options: GuardedFetchOptions = {}): Promise<FetchOutcome> {
  const late = AbortSignal.timeout(options.maxTime ?? MAX_TIME)
  const signal = options.signal ? AbortSignal.any([late, options.signal]) : late
  try {
    return await follow(url, options, signal)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof Refused) return error.refusal
    return { ok: false, reason: late.aborted ? 'too-slow' : 'unreachable' }
  }
}

async function follow(
  first: string,
  options: GuardedFetchOptions,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  let url = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const asked = checkedUrl(url, options)
    const response = await ask(asked, options, signal)
    const { statusCode: status = 0, headers } = response
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      response.destroy()
      const next = URL.parse(headers.location, asked)
      if (!next) throw new Refused('address')
      url = next.href
      continue
    }
    const contentType = headers['content-type'] ?? 'text/html'
    const etag = headers.etag ?? null
    const robots = [headers['x-robots-tag']].flat().filter(Boolean).join(', ')
    if (status === 304 && options.etag !== undefined) {
      response.destroy()
      return {
        ok: true,
        url: asked.href,
        contentType,
        bytes: new Uint8Array(),
        transferred: 0,
        status,
        etag,
        robots,
      }
    }
    if (status < 200 || status > 299) throw refuse(response, new Refused('status', status))
    if (!TYPES[options.kind ?? 'text'].test(contentType)) throw refuse(response, new Refused('type'))
    const body = await readAll(response, options, signal)
    return { ok: true, url: asked.href, contentType, ...body, status, etag, robots }
  }
  throw new Refused('redirects')
}

/** @throws for an address that must not be requested. */
export function checkedUrl(text: string, { loopback = false, anyPort = false }: GuardedFetchOptions): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw new Refused('address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (loopback && (isLoopbackAddress(host) || host === 'localhost')) return url
  if ((!anyPort && !PORTS.has(url.port)) || (isIP(host) && !isPublicAddress(host)))
    throw new Refused('address')
  return url
}

function ask(url: URL, options: GuardedFetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp
  return new Promise((done, fail) => {
    const asking = request(url, {
      agent: false,
      signal,
      lookup: checkedLookup(options),
      headers: {
        accept: ACCEPT[options.kind ?? 'text'],
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'Mozilla/5.0 (compatible; FoyerReader/1.0)',
        connection: 'close',
        ...(options.etag !== undefined && { 'if-none-match': options.etag }),
      },
    })
    asking.once('response', done)
    asking.once('error', fail)
    asking.end()
  })
}

/** Resolves only to checked addresses, so that the connection uses one of them. */
export function checkedLookup(options: GuardedFetchOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    async function answer(): Promise<void> {
      try {
        const [first, ...others] = await resolveChecked(hostname, options)
        if (all) callback(null, [first, ...others])
        else callback(null, first.address, first.family)
      } catch (error) {
        callback(error as NodeJS.ErrnoException, '')
      }
    }
    void answer()
  }
}

/** @throws {Refused} if any address is not public, because mixing both kinds is an attack. */
async function resolveChecked(
  hostname: string,
  { resolve = resolveAll, loopback = false }: GuardedFetchOptions,
): Promise<[Address, ...Address[]]> {
  const [first, ...others] = await resolve(hostname)
  const isAllowed = ({ address }: Address) =>
    isPublicAddress(address) || (loopback && isLoopbackAddress(address))
  if (!first || ![first, ...others].every(isAllowed)) throw new Refused('address')
  return [first, ...others]
}

function resolveAll(hostname: string): ReturnType<Resolve> {
  return lookup(hostname, { all: true })
}

function refuse(response: IncomingMessage, refused: Refused): Refused {
  response.destroy()
  return refused
}

/** Stops at the limit: Content-Length may be wrong, and a small body may decompress to a large one. */
async function readAll(
  response: IncomingMessage,
  { maxBytes = MAX_BYTES }: GuardedFetchOptions,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; transferred: number }> {
  const chunks: Buffer[] = []
  let size = 0
  let packed = 0
  const unpacking = unpacked(response)
  if (unpacking !== response) response.on('data', (chunk: Buffer) => (packed += chunk.byteLength))
  try {
    for await (const chunk of unpacking as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      size += chunk.byteLength
      if (size > maxBytes) throw new Refused('too-large')
      chunks.push(chunk)
    }
  } finally {
    response.destroy()
  }
  return {
    bytes: new Uint8Array(Buffer.concat(chunks)),
    transferred: unpacking === response ? size : packed,
  }
}

function unpacked(response: IncomingMessage): NodeJS.ReadableStream {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  const unpack =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : null
  if (!unpack) throw new Refused('type')
  return pipeline(response, unpack, () => {})
}
