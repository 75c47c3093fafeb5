import { localPath } from './local-path.ts'
import { EventSourceParserStream } from 'eventsource-parser/stream'

/** The server rejected the request; the message is for the user. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(localPath(path), init)
  if (response.ok) return response
  const refusal = (await response.json().catch(() => ({}))) as { error?: string; code?: string }
  if (!refusal.error) throw new Error(`${path} answered ${response.status}`)
  throw new RequestRefused(refusal.error, refusal.code)
}

export async function* readEvents<Event>(response: Response): AsyncGenerator<Event> {
  if (!response.body) return
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read())
    yield JSON.parse(next.value.data) as Event
}
