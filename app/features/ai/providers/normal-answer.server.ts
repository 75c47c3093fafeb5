import { createParser } from 'eventsource-parser'

import { errorOf, isObject, type Json, type OnThoughts, type Reading } from './answer-reading.ts'
import type { Provider } from './provider.ts'
import { parseInput } from './said-parts.server.ts'

/**
 * Wraps `fetch` so that the answers of compatible servers and of newer APIs read like those that the libraries know.
 * @param onThoughts is told of thoughts that the server sends apart from the text, in characters
 */
export function normalAnswers(
  send: typeof fetch,
  { readAnswer, hasVariousErrors }: Provider,
  onThoughts: OnThoughts,
): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (!response.body) return response
    if (!response.ok) return hasVariousErrors ? withPlainError(response) : response
    return new Response(rewritten(response.body, readAnswer(onThoughts)), {
      status: response.status,
      headers: { 'content-type': 'text/event-stream' },
    })
  }
}

/** Bodies of errors have many shapes: a text, `detail`, a list. The libraries know one. */
async function withPlainError(response: Response): Promise<Response> {
  const text = await response.text()
  const error = errorOf(parseInput(text))
  const { status, statusText, headers } = response
  const kept = new Headers(headers)
  for (const name of ['content-length', 'content-encoding']) kept.delete(name)
  return new Response(error ? JSON.stringify(error) : text, { status, statusText, headers: kept })
}

function rewritten(body: ReadableStream<Uint8Array>, reading: Reading): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let out: string[] = []
  let whole: string | null = null
  let hasBegun = false
  const give = (events: readonly Json[]) => {
    for (const event of events) out.push(`data: ${JSON.stringify(event)}\n\n`)
  }
  const parser = createParser({
    onEvent({ data }) {
      if (data.trim() === '[DONE]') {
        give(reading.end?.() ?? [])
        out.push('data: [DONE]\n\n')
        return
      }
      const read = parseInput(data)
      // The library reports what is not JSON.
      if (!isObject(read)) out.push(`data: ${data.replaceAll('\n', ' ')}\n\n`)
      else give(reading.event(read))
    },
  })
  const feed = (text: string) => {
    if (!hasBegun && text.trim() !== '') {
      hasBegun = true
      if (/^[\s\uFEFF]*[{[]/.test(text)) whole = ''
    }
    if (whole === null) parser.feed(text)
    else whole += text
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { value, done } = await reader.read()
          feed(done ? decoder.decode() : decoder.decode(value, { stream: true }))
          if (done) {
            // The last event may lack its blank line.
            parser.feed('\n\n')
            const read = whole === null ? null : parseInput(whole)
            const first = Array.isArray(read) ? (read[0] as unknown) : read
            if (isObject(first)) {
              for (const part of Array.isArray(read) ? read : [first])
                if (isObject(part)) give(reading.whole(part))
              give(reading.end?.() ?? [])
              out.push('data: [DONE]\n\n')
            } else if (whole !== null) out.push(`data: ${whole.replaceAll('\n', ' ')}\n\n`)
          }
          if (out.length > 0) controller.enqueue(encoder.encode(out.join('')))
          const gave = out.length > 0
          out = []
          if (done) return controller.close()
          if (gave) return
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
