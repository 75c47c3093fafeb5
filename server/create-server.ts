import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'

import { createClientAddress } from './client-address.ts'
import { createHttpServer } from './http-server.ts'
import { PageCache } from './page-cache.ts'
import { plainAnswer } from './plain-answer.ts'
import { requestIdOf } from './request-id.ts'
import { logRequest } from './request-log.ts'
import { isAllowedWrite } from './same-origin.ts'
import { createSecurityHeaders, noncePolicy } from './security-headers.ts'

/** No upload of the product is larger; each route sets its own, smaller limit. */
const MAX_BODY_BYTES = 12 * 1024 * 1024
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** What the server hands on with each request. */
export type Visit = { requestId: string; clientAddress: string; nonce: string }

/** What the server needs of the application behind it. */
export type Application = {
  http: { publicUrl: string; isHttps: boolean; trustProxy: string | null }
  log: Parameters<typeof logRequest>[0] & { error(fields: object, event: string): void }
  sessionCookie: string
  /** Paths under which pages carry the framework's inline script, and a nonce for it. */
  appPath: string
  queryKeys(path: string): readonly string[]
  handle(request: Request, visit: Visit): Promise<Response>
  isReady(): Promise<boolean>
  onPagesChanged(listener: () => void): void
}

type Variables = { requestId: string; nonce: string }

export type FrontServer = { server: Server; pages: PageCache; stopBeingReady(): void }

/**
 * Puts the application behind limits, headers, files and the page cache.
 * @param options.files folder of built assets; null where a development server serves them.
 */
export function createFrontServer(
  app: Application,
  options: {
    files: string | null
    before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
    policy?: false
  },
): FrontServer {
  const headers = createSecurityHeaders(app.http)
  const clientAddress = createClientAddress(app.http.trustProxy)
  const pages = new PageCache({ sessionCookie: app.sessionCookie, queryKeys: app.queryKeys, headers })
  app.onPagesChanged(() => pages.purge())
  let ready = true

  const hono = new Hono<{ Bindings: HttpBindings; Variables: Variables }>()

  hono.use(async (c, next) => {
    c.set('requestId', requestIdOf(c.env.incoming))
    c.set('nonce', randomBytes(16).toString('base64'))
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    if (c.req.path.startsWith(app.appPath))
      c.res.headers.set('content-security-policy', noncePolicy(c.get('nonce')))
    if (options.policy === false) c.res.headers.delete('content-security-policy')
    c.res.headers.set('x-request-id', c.get('requestId'))
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })

  hono.get('/healthz', (c) => c.text('ok'))
  hono.get('/readyz', async (c) => {
    const canServe = ready && (await app.isReady())
    return canServe ? c.text('ready') : c.text('not ready', 503)
  })

  if (options.files !== null) {
    const root = options.files
    hono.use(
      '/assets/*',
      serveStatic({ root, precompressed: true, onFound: (_path, c) => c.header('cache-control', IMMUTABLE) }),
    )
    hono.use(
      serveStatic({
        root,
        precompressed: true,
        onFound: (_path, c) => c.header('cache-control', 'public, max-age=3600'),
      }),
    )
  }

  hono.use(async (c, next) => {
    if (isAllowedWrite(c.req.raw, { publicUrl: app.http.publicUrl, sessionCookie: app.sessionCookie }))
      return next()
    return plainAnswer(c.req.raw, {
      status: 403,
      title: 'Not allowed',
      text: 'This was sent from another site, so it was not carried out. Please send it from this site itself.',
      requestId: c.get('requestId'),
    })
  })

  hono.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) =>
        plainAnswer(c.req.raw, {
          status: 413,
          title: 'Too large',
          text: 'What was sent is larger than this site accepts. Please send something smaller.',
          requestId: requestIdOf((c.env as HttpBindings).incoming),
        }),
    }),
  )
  hono.use(`${app.appPath}/*`, compress())

  hono.all('*', async (c) => {
    const visit: Visit = {
      requestId: c.get('requestId'),
      clientAddress: clientAddress(c.env.incoming),
      nonce: c.get('nonce'),
    }
    const { method, url = '/', headers: given } = c.env.incoming
    const key = pages.keyOf(method, url, given.cookie)
    if (key === null) return app.handle(c.req.raw, visit)
    // Shared pages are rendered from the key alone, so that no header or stray query key of one visitor reaches another.
    const shared = () =>
      app.handle(new Request(new URL(key, app.http.publicUrl), { headers: { accept: 'text/html' } }), visit)
    const page = await pages.fill(key, shared)
    return method === 'HEAD' ? new Response(null, page) : page
  })

  hono.onError((error, c) => {
    app.log.error({ error, requestId: c.get('requestId') }, 'request.failed')
    return plainAnswer(c.req.raw, {
      status: 500,
      title: 'Something went wrong',
      text: 'This request could not be answered. The fault is ours and has been logged; please try again in a moment.',
      requestId: c.get('requestId'),
    })
  })

  const listener = getRequestListener(hono.fetch, { overrideGlobalObjects: false })
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const key = pages.keyOf(request.method, request.url ?? '/', request.headers.cookie)
    if (key !== null && pages.serve(key, request, response)) return
    logRequest(app.log, request, response)
    void listener(request, response)
  }
  const { before } = options
  const server = createHttpServer(
    before ? (request, response) => before(request, response, () => serve(request, response)) : serve,
    headers,
  )
  return {
    server,
    pages,
    stopBeingReady() {
      ready = false
    },
  }
}
