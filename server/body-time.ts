import type { IncomingMessage } from 'node:http'

/** Drops a request whose body has not arrived after so long: Node limits all requests alike, and uploads need longer. */
export function limitBodyTime(request: IncomingMessage, milliseconds: number): void {
  if (!hasBody(request)) return
  const timer = setTimeout(() => request.destroy(), milliseconds)
  request.once('close', () => clearTimeout(timer))
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  return length !== '0' || encoding !== undefined
}
