import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Application, Refusal } from './application.ts'
import type { ServerRequest } from './http-server.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Browsers resolve these before sending (RFC 3986, section 5.2.4). */
const UNRESOLVED = /^[^?]*(?:#|\/(?:\.|%2e){1,2}(?:[/?]|$))/i
/** The router's own patterns take quadratic time for these. */
const MANY_SLASHES = /^[^?]*\/{9}/

/** Reserves room for a body before anything reads it. Returns null if the request may go on. */
export function createRequestAdmission(
  app: Application,
  clientAddress: (request: IncomingMessage) => string,
): (request: ServerRequest, response: ServerResponse) => Refusal | null {
  return (request, response) => {
    if (!methods.has(request.method))
      return { status: 405, text: 'This site does not support that method.', allow: [...methods].join(', ') }
    if (hasSeveralHosts(request)) return { status: 400, text: 'A request must name exactly one host.' }
    if (UNRESOLVED.test(request.url) || MANY_SLASHES.test(request.url))
      return { status: 400, text: 'This address cannot be read. Please check its spelling.' }
    if (!hasBody(request)) return null
    const upload = app.visitorUpload(request.url)
    const mostOfOwner = app.uploadPaths.get(request.url) ?? app.largeBodyBytes
    const isOwner = request.headers.cookie?.includes(app.sessionCookie) === true
    const most = upload ? upload.most : isOwner ? mostOfOwner : app.smallBodyBytes
    const { 'content-length': length } = request.headers
    // A body of unknown length may be as large as the limit. The routes count it as it arrives.
    const bytes = length === undefined ? most : Number(length)
    if (bytes > most)
      return {
        status: 413,
        text: `This is larger than this site accepts (${most / 1024} KB). Please shorten it.`,
      }
    const held = upload ? Math.min(bytes, upload.held) : bytes
    const admitted = app.admitBody(clientAddress(request), held, { isVisitors: upload !== null })
    if ('status' in admitted) return admitted
    // A small body is read at once, although its response may stream for minutes.
    if (bytes <= app.smallBodyBytes) request.once('end', admitted.release)
    response.once('close', admitted.release)
    return null
  }
}

/** RFC 9112, section 3.2: a proxy and this server might interpret such a request differently. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Sets a limit per request: Node has one for all, but uploads need longer. */
export function limitBodyTime(request: IncomingMessage, milliseconds: number): void {
  if (!hasBody(request)) return
  const timer = setTimeout(() => request.destroy(), milliseconds)
  request.once('close', () => clearTimeout(timer))
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  return length !== '0' || encoding !== undefined
}

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS'])

export function isRead(method: string): boolean {
  return readOnly.has(method)
}

/** With a session cookie, a write without Origin is refused, because every current browser sends it. */
export function isAllowedWrite(
  request: { readonly method: string; readonly headers: Pick<globalThis.Headers, 'get'> },
  options: { publicUrl: string; sessionCookie: string; isOpen?: boolean },
): boolean {
  if (isRead(request.method)) return true
  // Browsers add such a token only from a script, and send a preflight request first for another site's.
  if (isProgram(request.headers, options)) return true
  if (request.headers.get('sec-fetch-site') === 'cross-site') return false
  const origin = request.headers.get('origin')
  if (origin === null) return !request.headers.get('cookie')?.includes(options.sessionCookie)
  const host = URL.parse(origin)?.host
  return origin === options.publicUrl || (host !== undefined && host === request.headers.get('host'))
}

function isProgram(
  headers: Pick<globalThis.Headers, 'get'>,
  { sessionCookie, isOpen = false }: { sessionCookie: string; isOpen?: boolean },
): boolean {
  const hasToken = headers.get('authorization')?.startsWith('Bearer ') === true
  return (isOpen || hasToken) && !headers.get('cookie')?.includes(sessionCookie)
}
