import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Application, DirectPost } from './application.ts'
import { isAllowedWrite } from './admit-request.ts'
import type { ServerRequest } from './http-server.ts'
import type { Headers } from './security-headers.ts'

type DirectPostOptions = {
  headers: Headers
  clientAddress(request: IncomingMessage): string
}

/** Seconds after which a full buffer has been stored. */
const later = { 'retry-after': '5' }

/** Handles small posts without the router, because every page sends one. Returns whether it took the request. */
export function createDirectPosts(
  app: Application,
  { headers, clientAddress }: DirectPostOptions,
): (request: ServerRequest, response: ServerResponse) => boolean {
  async function answer(post: DirectPost, request: ServerRequest, response: ServerResponse): Promise<void> {
    let status = 403
    let body: string | null = null
    if (isAllowedWrite(asWrite(request), { ...app.http, sessionCookie: app.sessionCookie })) {
      body = await readBody(request, post.maxBytes)
      status =
        body === null
          ? 413
          : await post.take({ body, headers: request.headers, clientAddress: clientAddress(request) })
    }
    // The unread rest of the body would be parsed as the next request, so close the connection.
    const close = body === null ? { connection: 'close' } : {}
    // RFC 9110, section 8.6: a 204 has no length.
    const length = status === 204 ? {} : { 'content-length': 0 }
    const wait = status === 503 ? later : {}
    response.writeHead(status, { ...headers, ...wait, 'cache-control': 'no-store', ...length, ...close })
    response.end()
  }

  return (request, response) => {
    const post = request.method === 'POST' ? app.directPosts.get(request.url) : undefined
    if (!post) return false
    answer(post, request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return
      app.log.error({ error }, 'post.failed')
      if (!response.headersSent) response.writeHead(503, { ...headers, ...later, 'content-length': 0 })
      response.end()
    })
    return true
  }
}

function asWrite(request: ServerRequest) {
  return {
    method: request.method,
    headers: {
      get(name: string): string | null {
        const value = request.headers[name]
        return typeof value === 'string' ? value : null
      },
    },
  }
}

function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    if (Number(request.headers['content-length']) > maxBytes) {
      resolve(null)
      return
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else {
        request.pause()
        resolve(null)
      }
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.on('error', reject)
    // `close` follows a complete body too, and an error would cost a stack trace.
    request.on('close', () => {
      if (!request.readableEnded) reject(new Error('The connection was closed.'))
    })
  })
}
