import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const CHECK_EVERY_MS = 3000
/** The share of busy time below which the server counts as quiet. */
const QUIET = 0.1

/** Per cent by which the heap may grow before V8 collects all garbage. By default V8 lets it grow several times over. */
const HEAP_GROWTH = 50

/** From the first sign of quiet to the first step of V8's memory reducer; V8 waits for 8 seconds. */
const REDUCE_AFTER_MS = 1000

/**
 * Lets V8 give memory back after a burst. Its memory reducer runs once few objects are allocated, but V8 measures that only
 * when it collects garbage, which a quiet server hardly does. A collection of the young generation (1 ms) makes it measure.
 * Call it after the start: once flags have changed, V8 rejects code that was compiled and cached before.
 */
export function releaseMemoryWhenQuiet(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  setFlagsFromString(`--gc-memory-reducer-start-delay-ms=${REDUCE_AFTER_MS}`)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
  let last = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, last).utilization < QUIET) collect({ type: 'minor' })
    last = now
  }, CHECK_EVERY_MS).unref()
}
