import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Log } from './application.ts'

const ids = new WeakMap<IncomingMessage, string>()
const processPart = randomBytes(6).toString('base64url')
let count = 0

/** Returns a process prefix and a counter, because random ids are too slow at 50,000 requests a second. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request)
  if (known) return known
  count += 1
  const id = `${processPart}-${count.toString(36)}`
  ids.set(request, id)
  return id
}

const signature = /\.[\w-]{43}(?=[/.]|$)/g

/** Logs no IP address or query, which can identify a person, and no signatures. Assets are logged at debug level. */
export function logRequest(log: Log, request: IncomingMessage, response: ServerResponse): void {
  const start = performance.now()
  response.once('close', () => {
    const fields = {
      requestId: requestIdOf(request),
      method: request.method,
      path: request.url?.split('?', 1)[0]?.replaceAll(signature, '.…'),
      status: response.statusCode,
      milliseconds: Math.round((performance.now() - start) * 10) / 10,
      ...(response.writableFinished ? {} : { aborted: true }),
    }
    if (request.url?.startsWith('/assets/')) log.debug(fields, 'request')
    else log.info(fields, 'request')
  })
}
