import type { IncomingMessage } from 'node:http'

/** @hono/node-server takes the body from here where it is set. */
type WithRawBody = IncomingMessage & { rawBody?: Buffer }

/**
 * Calls `then` once a body of at most `mostBytes` bytes has arrived. A thousand unfinished posts then cost their bytes
 * alone, not a thousand requests with streams and contexts. A longer body, and one without a length, is left to be read later.
 */
export function awaitSmallBody(request: WithRawBody, mostBytes: number, then: () => void): void {
  const length = Number(request.headers['content-length'] ?? Infinity)
  if (length === 0 || length > mostBytes) {
    then()
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => {
    request.rawBody = Buffer.concat(chunks)
    then()
  })
}
