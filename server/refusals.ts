import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Refusal } from './application.ts'
import { requestIdOf } from './request-log.ts'
import type { Headers } from './security-headers.ts'

type Answer = { status: number; title: string; text: string; requestId: string }

const titles: Record<number, string> = {
  400: 'Not understood',
  405: 'Not allowed',
  413: 'Too large',
  429: 'Too much at once',
  503: 'Busy',
}

/** Responds without a page, in the format that the client accepts. */
export function plainAnswer(
  request: Request,
  answer: Answer & { headers?: Record<string, string> },
): Response {
  const { type, body } = plainBody(request.headers.get('accept'), answer)
  const headers = { ...answer.headers, 'cache-control': 'no-store', 'content-type': type }
  return new Response(body, { status: answer.status, headers })
}

export function refuseEarly(
  request: IncomingMessage,
  response: ServerResponse,
  { refusal, headers, closes }: { refusal: Refusal; headers: Headers; closes: boolean },
): void {
  const requestId = requestIdOf(request)
  const { status, text, retryAfter, allow } = refusal
  const title = titles[status] ?? 'Refused'
  const { type, body } = plainBody(request.headers.accept ?? null, { status, title, text, requestId })
  response.writeHead(status, {
    ...headers,
    'cache-control': 'no-store',
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    ...(closes && { connection: 'close' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(allow !== undefined && { allow }),
  })
  response.end(body)
}

function plainBody(
  accept: string | null,
  { status, title, text, requestId }: Answer,
): { type: string; body: string } {
  if (!accept?.includes('text/html'))
    return {
      // RFC 9457; the site's own scripts read `error`.
      type: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title, status, detail: text, error: text, requestId }),
    }
  return {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p><p><a href="/">Return to Home</a></p><p><small>Request ${requestId}</small></p></main></body></html>`,
  }
}

const AT_ONCE = 16
/** Each waiting request holds its first chunk in memory. */
const MOST_WAITING = 64

/** Discards a rejected body and calls `answer`, or calls it at once if the connection must close. */
type TakeIn = (request: IncomingMessage, answer: (how: { closes: boolean }) => void) => void

/** Reads rejected bodies, because a client that is still sending reads no response. Too many are cut off. */
export function createTakeIn(): TakeIn {
  const waiting = new Map<IncomingMessage, Parameters<TakeIn>[1]>()
  let underWay = 0

  function begin(request: IncomingMessage, answer: Parameters<TakeIn>[1]): void {
    underWay += 1
    request.once('close', () => {
      underWay -= 1
      const [next] = waiting
      if (!next) return
      waiting.delete(next[0])
      begin(...next)
    })
    request.resume()
    answer({ closes: false })
  }

  return (request, answer) => {
    if (underWay < AT_ONCE) {
      begin(request, answer)
      return
    }
    if (waiting.size >= MOST_WAITING) {
      answer({ closes: true })
      return
    }
    waiting.set(request, answer)
    request.once('close', () => waiting.delete(request))
  }
}
