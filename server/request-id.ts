import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ids = new WeakMap<IncomingMessage, string>()
const processPart = randomBytes(6).toString('base64url')
let count = 0

/** The id that log lines, the response header and an error page share. Unique by process and count: cheap at 50,000 a second. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request)
  if (known) return known
  count += 1
  const id = `${processPart}-${count.toString(36)}`
  ids.set(request, id)
  return id
}
