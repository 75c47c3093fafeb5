import { RequestRefused } from '#app/lib/event-stream-reader.ts'

import type { ChatEvent } from '../chat-events.ts'

const SECOND = 1000
const LONGEST_PAUSE = 30 * SECOND

/**
 * Keeps one connection to a stream of events, made again after ever longer pauses when it ends, until `signal`; one that
 * is refused for good, as a deleted conversation is, ends it too.
 */
export async function followSteadily(
  open: () => AsyncGenerator<ChatEvent>,
  hear: (event: ChatEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = SECOND; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      for await (const event of open()) {
        hear(event)
        pause = SECOND
      }
    } catch (error) {
      if (error instanceof RequestRefused && error.code === 'not-found') return
    }
    // Not all at once, when a server comes back.
    await sleep(pause * (0.5 + Math.random() / 2), signal)
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
