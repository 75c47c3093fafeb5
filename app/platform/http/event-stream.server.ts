import { SECOND } from '#app/platform/clock.ts'
import type { Log } from '#app/platform/log.server.ts'

/** Proxies close silent connections, and only a write detects that the client has left. */
const HEARTBEAT_EVERY = 10 * SECOND

/** Errors of `events` are logged and end the stream, not the process. Its signal aborts when the client leaves. */
export function eventStream<Event extends object>(
  events: (leaving: AbortSignal) => AsyncIterable<Event>,
  { signal, log }: { signal: AbortSignal; log: Log },
): Response {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const encoder = new TextEncoder()

  async function send(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const write = (line: string) => {
      if (!leaving.signal.aborted) controller.enqueue(encoder.encode(line))
    }
    const heartbeat = setInterval(() => write(': beat\n\n'), HEARTBEAT_EVERY)
    try {
      for await (const event of events(leaving.signal)) write(`data: ${JSON.stringify(event)}\n\n`)
      if (!leaving.signal.aborted) controller.close()
    } catch (error) {
      log.error({ error }, 'stream.failed')
      if (!leaving.signal.aborted) controller.error(error)
    } finally {
      clearInterval(heartbeat)
      signal.removeEventListener('abort', leave)
    }
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      void send(controller)
    },
    cancel: leave,
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Stops nginx from buffering.
      'x-accel-buffering': 'no',
    },
  })
}
