import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Log } from './application.ts'
import { requestIdOf } from './request-id.ts'

/**
 * One line for each request that did work; those answered from memory or from a file are logged at debug.
 * Neither address nor query is written: both can tell of a person.
 */
export function logRequest(log: Log, request: IncomingMessage, response: ServerResponse): void {
  const start = performance.now()
  response.once('close', () => {
    const fields = {
      requestId: requestIdOf(request),
      method: request.method,
      path: request.url?.split('?', 1)[0],
      status: response.statusCode,
      milliseconds: Math.round((performance.now() - start) * 10) / 10,
      ...(response.writableFinished ? {} : { aborted: true }),
    }
    if (request.url?.startsWith('/assets/')) log.debug(fields, 'request')
    else log.info(fields, 'request')
  })
}
