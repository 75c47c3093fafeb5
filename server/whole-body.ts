import type { IncomingMessage } from 'node:http'

/** @hono/node-server reads `rawBody` if it is set. */
type WithRawBody = IncomingMessage & { rawBody?: Buffer }

/** Waits for a body of at most `mostBytes`, so that an unfinished post costs only its bytes. Others are read later. */
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
