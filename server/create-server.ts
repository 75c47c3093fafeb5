import type { Server, ServerResponse } from 'node:http'

import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'

import { createRequestAdmission, hasBody, isAllowedWrite, isRead, limitBodyTime } from './admit-request.ts'
import type { Application, Middleware } from './application.ts'
import { createClientAddress } from './client-address.ts'
import { createDirectPosts } from './direct-posts.ts'
import { createHttpServer, type ServerRequest, UPLOAD_TIMEOUT_MS } from './http-server.ts'
import { createServerMetrics } from './metrics/server-metrics.ts'
import { PageCache } from './page-cache.ts'
import { compressPage } from './page-variants.ts'
import { createTakeIn, plainAnswer, refuseEarly } from './refusals.ts'
import { logRequest, requestIdOf } from './request-log.ts'
import { createSecurityHeaders, type Headers, type HeaderVariables, withHeaders } from './security-headers.ts'
import { answerPagesOnSockets } from './socket-pages.ts'
import { createTurns } from './turns.ts'
import { awaitSmallBody } from './whole-body.ts'

const BODY_TIMEOUT_MS = 30_000
const REFUSED_TIMEOUT_MS = 5000
const IMMUTABLE = 'public, max-age=31536000, immutable'
const FOR_AN_HOUR = 'public, max-age=3600'

type AppContext = Context<{ Bindings: HttpBindings; Variables: HeaderVariables }>

type FrontServer = { server: Server; stopBeingReady(): void }

/** With a development server there is no content security policy and no page cache. */
export function createFrontServer(
  app: Application,
  options: { files: string } | { development: Middleware },
): FrontServer {
  const development = 'development' in options ? options.development : null
  const headers = createSecurityHeaders(app.http)
  const clientAddress = createClientAddress(app.http.trustProxy)
  const metrics = createServerMetrics(app)
  const pages = new PageCache({
    sessionCookie: app.sessionCookie,
    queryKeys: (path) => app.sharedPages.queryKeys(path),
    isCanonical: (path) => app.sharedPages.isCanonical(path),
    headers,
    countsOf: metrics && ((path) => metrics.requests.ofPath(path)),
  })
  app.onPagesChanged(() => pages.purge())
  const refusalOf = createRequestAdmission(app, clientAddress)
  const answeredDirectly = createDirectPosts(app, { headers, clientAddress })
  const turn = createTurns()
  const takeIn = createTakeIn()
  const handle: Application['handle'] = async (request, visit) => {
    await turn()
    const made = await app.handle(request, visit)
    // The router names no methods. It refuses to read what is only written, and to write what is only read.
    if (made.status === 405 && !made.headers.has('allow'))
      made.headers.set('allow', request.method === 'GET' || request.method === 'HEAD' ? 'POST' : 'GET, HEAD')
    return made
  }
  let ready = true

  const hono = new Hono<{ Bindings: HttpBindings; Variables: HeaderVariables }>()
  const isDraining = () => !ready
  hono.use(withHeaders(headers, { appPath: app.appPath, policy: development === null, isDraining }))
  hono.get('/healthz', (c) => c.text('ok'))
  hono.get('/readyz', async (c) =>
    ready && (await app.isReady()) ? c.text('ready') : c.text('not ready', 503, { 'retry-after': '1' }),
  )
  // For proxies: cached pages need no database, so this does not ask it.
  hono.get('/readyz/traffic', (c) =>
    ready ? c.text('ready') : c.text('draining', 503, { 'retry-after': '1' }),
  )
  if (metrics) hono.get('/metrics', (c) => metrics.answer(c, pages))
  if ('files' in options) serveFiles(hono, options.files)
  hono.use((c, next) => {
    const allowed = isAllowedWrite(c.req.raw, {
      ...app.http,
      sessionCookie: app.sessionCookie,
      isOpen: app.openPaths.has(c.req.path),
    })
    return allowed ? next() : Promise.resolve(refuse(c, foreignWrite))
  })
  hono.use(`${app.appPath}/*`, compress())
  hono.all('*', async (c) => {
    const visit = {
      requestId: c.get('requestId'),
      clientAddress: clientAddress(c.env.incoming),
      nonce: c.get('nonce'),
    }
    const { method, url = '/', headers: given } = c.env.incoming
    const key = development ? null : pages.keyOf(method, url, given.cookie)
    if (key === null || !app.sharedPages.isShared(c.req.path)) {
      const made = await handle(atPublicUrl(c.req.raw, app.http.publicUrl), visit)
      const own = development ? made : await compressPage(made, given['accept-encoding'])
      return key === null ? forOneVisitor(own) : own
    }
    // Render from the cache key only, because other visitors get the same response.
    const render = (keptTag: string | null) => {
      const asked = { accept: 'text/html', ...(keptTag !== null && { 'if-none-match': keptTag }) }
      const shared = new Request(new URL(key, app.http.publicUrl), { headers: asked })
      return handle(shared, { ...visit, isKept: true })
    }
    const page = await pages.fill(key, given['accept-encoding'], render)
    return method === 'HEAD' ? new Response(null, page) : page
  })
  hono.onError((error, c) => {
    app.log.error({ error, requestId: c.get('requestId') }, 'request.failed')
    return refuse(c, failed)
  })

  const listener = getRequestListener(hono.fetch)
  /** Serves a page that does not need the router without creating Request and Response objects. */
  const answerRead = async (key: string, request: ServerRequest, response: ServerResponse) => {
    const load = development ? null : app.loadPage(key)
    if (load) {
      const served = await pages
        .serveLoaded(key, { request, response }, async () => {
          await turn()
          return load()
        })
        .catch((error: unknown) =>
          app.log.error({ error, requestId: requestIdOf(request) }, 'page.not_loaded'),
        )
      if (served) return
    }
    await listener(request, response)
  }
  const serve = (request: ServerRequest, response: ServerResponse) => {
    if (!ready) response.shouldKeepAlive = false
    const refusal = refusalOf(request, response)
    if (refusal) {
      metrics?.requests.watch(request, response)
      logRequest(app.log, request, response)
      // A client that is still sending reads no response, so read its body first if it is short enough.
      const isBounded = Number(request.headers['content-length'] ?? Infinity) <= app.largeBodyBytes
      limitBodyTime(request, REFUSED_TIMEOUT_MS)
      const answer = ({ closes }: { closes: boolean }) =>
        refuseEarly(request, response, { refusal, headers, closes })
      if (!hasBody(request)) answer({ closes: false })
      else if (isBounded) takeIn(request, answer)
      else answer({ closes: true })
      return
    }
    limitBodyTime(request, isUpload(app, request) ? UPLOAD_TIMEOUT_MS : BODY_TIMEOUT_MS)
    if (answeredDirectly(request, response) || redirected(app, headers, request, response)) {
      metrics?.requests.watch(request, response)
      return
    }
    if (request.method === 'GET') noticeReader(app, request)
    const key = pages.keyOf(request.method, request.url, request.headers.cookie)
    if (key !== null && pages.serve(key, request, response)) return
    metrics?.requests.watch(request, response)
    logRequest(app.log, request, response)
    if (hasBody(request)) awaitSmallBody(request, app.smallBodyBytes, () => void listener(request, response))
    else if (key === null || !ready) void listener(request, response)
    else void answerRead(key, request, response)
  }
  const server = createHttpServer(
    development
      ? (request, response) => development(request, response, () => serve(request, response))
      : serve,
    headers,
  )
  const stopAnsweringOnSockets = development
    ? null
    : answerPagesOnSockets(server, { pages, turn, notice: app.noticeReader })
  return {
    server,
    stopBeingReady() {
      ready = false
      stopAnsweringOnSockets?.()
    },
  }
}

function isUpload(
  { uploadPaths, visitorUpload, smallBodyBytes }: Application,
  request: ServerRequest,
): boolean {
  const isLarge = Number(request.headers['content-length'] ?? Infinity) > smallBodyBytes
  return uploadPaths.has(request.url) || (isLarge && visitorUpload(request.url) !== null)
}

function noticeReader(app: Application, { url, headers }: ServerRequest): void {
  const agent = headers['user-agent']
  if (agent !== undefined) app.noticeReader(url.split('?', 1)[0] ?? url, agent)
}

/** Runs before the page cache, so that a misspelt address costs no more than a cached page. */
function redirected(
  app: Application,
  headers: Headers,
  request: ServerRequest,
  response: ServerResponse,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const location = app.redirect(request.url)
  if (location === null) return false
  response.writeHead(301, { ...headers, location, 'cache-control': FOR_AN_HOUR, 'content-length': 0 })
  response.end()
  return true
}

function serveFiles(hono: Hono<{ Bindings: HttpBindings; Variables: HeaderVariables }>, root: string): void {
  const findFile = serveStatic({ root, precompressed: true })
  const serveFor =
    (cacheControl: string): MiddlewareHandler =>
    async (c, next) => {
      let found = await findFile(c, next)
      if (!(found instanceof Response)) return found
      const condition = conditionOf(c.req, found.headers.get('last-modified'))
      if (condition !== null || (found.status !== 200 && !isStretchWanted(c.req, found))) {
        await found.body?.cancel()
        for (const name of ['content-range', 'content-length']) c.header(name, undefined)
        c.req.raw.headers.delete('range')
        found = condition === null ? await findFile(c, next) : c.body(null, condition)
        if (!(found instanceof Response)) return found
      }
      found.headers.set('accept-ranges', 'bytes')
      found.headers.set('cache-control', cacheControl)
      // Hono's MIME types lack captions.
      if (c.req.path.endsWith('.vtt')) found.headers.set('content-type', 'text/vtt; charset=utf-8')
      return found
    }
  const serveAsset = serveFor(IMMUTABLE)
  const serveOther = serveFor(FOR_AN_HOUR)
  // Only paths that look like files are looked up on disk.
  hono.use((c, next) => {
    if (!/\.[a-z\d]+$/i.test(c.req.path)) return next()
    return c.req.path.startsWith('/assets/') ? serveAsset(c, next) : serveOther(c, next)
  })
}

/** Returns the status of RFC 9110, section 13.2.2, for a file that has a date but no entity tag; null to send it. */
function conditionOf({ raw: { headers } }: { raw: Request }, modified: string | null): 304 | 412 | null {
  const at = Date.parse(String(modified))
  const dateOf = (name: string) => Date.parse(String(headers.get(name)))
  if (headers.has('if-match') ? headers.get('if-match') !== '*' : dateOf('if-unmodified-since') < at)
    return 412
  if (headers.has('if-none-match')) return headers.get('if-none-match') === '*' ? 304 : null
  return dateOf('if-modified-since') >= at ? 304 : null
}

/** Any other range is ignored: another unit, several stretches, or a stretch of an earlier version (`If-Range`). */
function isStretchWanted({ raw: { headers } }: { raw: Request }, found: Response): boolean {
  const asked = /^\s*bytes=(?!-\s*$)(\d*)-(\d*)\s*$/.exec(String(headers.get('range')))
  if (!asked || (asked[1] && asked[2] && Number(asked[2]) < Number(asked[1]))) return false
  const seen = headers.get('if-range')
  return seen === null || seen === found.headers.get('last-modified')
}

/** A proxy may use another scheme and host, but the router compares a write's origin with the request's URL. */
function atPublicUrl(request: Request, publicUrl: string): Request {
  const { pathname, search } = new URL(request.url)
  const origin = isRead(request.method) ? null : request.headers.get('origin')
  const asked = origin === null ? null : URL.parse(origin)
  // Programs in a sandbox or an extension have origins that are not http(s).
  const url = asked?.protocol.startsWith('http') ? asked : new URL(publicUrl)
  // Set separately: joined to the origin, a path like `//host` would name another host.
  url.pathname = pathname
  url.search = search
  return new Request(url, request)
}

/** A personal version of a shared page must not be cached by anyone. */
function forOneVisitor(response: Response): Response {
  if (response.headers.get('cache-control')?.includes('public'))
    response.headers.set('cache-control', 'private, no-cache')
  return response
}

const foreignWrite = {
  status: 403,
  title: 'Not allowed',
  text: 'This was sent from another site, so it was not carried out. Please send it from this site itself.',
}

const failed = {
  status: 500,
  title: 'Something went wrong',
  text: 'This request could not be answered. The error is on our side and has been logged. Please try again in a moment.',
}

function refuse(c: AppContext, answer: { status: number; title: string; text: string }): Response {
  return plainAnswer(c.req.raw, { ...answer, requestId: requestIdOf(c.env.incoming) })
}
