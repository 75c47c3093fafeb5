import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'

import type { Headers } from './security-headers.ts'

export const MAX_HEADER_BYTES = 8192
export const HEADERS_TIMEOUT_MS = 10_000
/** Longer than proxies keep idle connections, so that the proxy closes first. */
export const KEEP_ALIVE_MS = 65_000
/** Enough for 10 MB at 300 kbit/s and 50 MB at 1.5 Mbit/s. Other requests get less (admit-request.ts). */
export const UPLOAD_TIMEOUT_MS = 300_000

const statusOfClientError = new Map<string | undefined, number>([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/** Node sets both on every request to a server, but its types make them optional. */
export type ServerRequest = IncomingMessage & { method: string; url: string }

type Listener = (request: ServerRequest, response: ServerResponse) => void

export function createHttpServer(listener: Listener, headers: Headers): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    listener as RequestListener,
  )
  // By default Node closes such a connection without an answer.
  server.on('connect', (_request, socket: Socket) => refuseOn(socket, 405, headers))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    refuseOn(socket, statusOfClientError.get(error.code) ?? 400, headers)
  })
  return server
}

function refuseOn(socket: Socket, status: number, headers: Headers): void {
  const allow = status === 405 ? { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' } : {}
  const lines = Object.entries({ ...headers, ...allow }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}cache-control: no-store\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  )
}
