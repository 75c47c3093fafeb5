import { SECOND } from '#app/platform/clock.ts'

import type { CallFailure } from './model-call.ts'

/** Timeouts of a call in milliseconds: until the first byte, between two bytes, and in total. */
export type Patience = { readonly firstByte: number; readonly idle: number; readonly whole: number }

export const usualPatience: Patience = { firstByte: 8 * SECOND, idle: 15 * SECOND, whole: 60 * SECOND }
/** Some APIs send nothing while the model reasons. */
export const thinkingPatience: Patience = { firstByte: 30 * SECOND, idle: 30 * SECOND, whole: 60 * SECOND }

/** 1,000 tokens are about 20 KB in the most verbose API, and ten times that with reasoning. */
const MAX_BYTES = 2 * 1024 * 1024

/** For example the sign-in page of an intermediate network, which also has status 200. */
const unreadable = /^(text\/html|application\/xhtml|image\/)/i

export type CallWatch = {
  fetch: typeof fetch
  /** Aborts with the visitor's signal, at a timeout, and at `end`. */
  signal: AbortSignal
  /** Returns why we ended the call, or null. */
  failure(): CallFailure | null
  end(): void
}

export function watchCall(patience: Patience, visitor: AbortSignal, send: typeof fetch): CallWatch {
  const controller = new AbortController()
  let failure: CallFailure | null = null
  const stop = (reason: CallFailure) => {
    failure ??= reason
    controller.abort()
  }
  const onVisitorGone = () => stop({ kind: 'aborted', message: 'The visitor left or pressed Stop.' })
  const late = (what: string, ms: number) => () =>
    stop({ kind: 'timeout', message: `${what} within ${Math.round(ms / 100) / 10} s.` })
  const whole = setTimeout(late('The reply did not end', patience.whole), patience.whole)
  let pulse = setTimeout(late('No data arrived', patience.firstByte), patience.firstByte)
  const beat = () => {
    clearTimeout(pulse)
    if (!controller.signal.aborted)
      pulse = setTimeout(late('No further data arrived', patience.idle), patience.idle)
  }
  visitor.addEventListener('abort', onVisitorGone)
  if (visitor.aborted) onVisitorGone()

  return {
    signal: controller.signal,
    failure: () => failure,
    end() {
      clearTimeout(whole)
      clearTimeout(pulse)
      visitor.removeEventListener('abort', onVisitorGone)
      controller.abort()
    },
    async fetch(input, init) {
      // A redirect would send the key to another server.
      const response = await send(input, { ...sentOnce(init), redirect: 'error', signal: controller.signal })
      if (!response.body) return response
      const type = response.headers.get('content-type')
      if (response.ok && type !== null && unreadable.test(type))
        stop({ kind: 'malformed', message: `The answer is ${type}, not a reply.` })
      let bytes = 0
      const count = (chunk: Uint8Array) => {
        beat()
        bytes += chunk.byteLength
        if (bytes > MAX_BYTES) stop({ kind: 'flood', message: 'The answer was too long.' })
      }
      return new Response(watchedBody(response.body, count), response)
    },
  }
}

/** Turns a text body into a stream. `fetch` would keep the text, some 43 KB of prompt, in memory until the reply ends. */
function sentOnce(init: RequestInit | undefined): (RequestInit & { duplex?: 'half' }) | undefined {
  if (typeof init?.body !== 'string') return init
  const bytes = Buffer.from(init.body)
  const headers = new Headers(init.headers)
  // Without it a stream is sent in chunks of unknown total length, which some servers refuse.
  headers.set('content-length', String(bytes.byteLength))
  const body = new ReadableStream({
    start(out) {
      out.enqueue(bytes)
      out.close()
    },
  })
  return { ...init, headers, body, duplex: 'half' }
}

/** Calls `look` for each chunk. A TransformStream would keep buffers in memory for each open reply. */
function watchedBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  look: (chunk: Uint8Array) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(out) {
        const { value, done } = await reader.read()
        if (done) return out.close()
        look(value)
        out.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
