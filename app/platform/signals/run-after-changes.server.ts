import type { Ctx } from '#app/platform/context.server.ts'

import { RESYNC } from './signals.server.ts'

type Work = {
  /** The signals after which the work is done again. */
  topic: string
  /** Milliseconds without another signal. */
  wait: number
  /** Logged if the work fails. The next signal tries it again. */
  failed: string
  /** Stops when the signal aborts. */
  run(signal: AbortSignal): Promise<void>
}

/** Does work in the background, one run at a time: soon after the start, and after the last of several changes. */
export function runAfterChanges(
  { signals, log }: Pick<Ctx, 'signals' | 'log'>,
  { topic, wait, failed, run }: Work,
): { stop(): Promise<void> } {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  const { signal } = stopping
  const work = () =>
    run(signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ error }, failed)
    })
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(work)
    }, wait).unref()
  }
  const unsubscribe = [topic, RESYNC].map((one) => signals.subscribe(one, soon))
  soon()
  return {
    async stop() {
      for (const end of unsubscribe) end()
      clearTimeout(timer)
      stopping.abort()
      await running
    },
  }
}
