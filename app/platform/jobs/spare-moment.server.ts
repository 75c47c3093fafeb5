import { performance } from 'node:perf_hooks'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

const BUSY = 0.8
const LOOK_EVERY = 5
const LONGEST = 40

let before = performance.eventLoopUtilization()

/** Waits at most 40 ms while the event loop is busy, so that requests go first. */
export async function spareMoment(): Promise<void> {
  await setImmediate()
  for (const until = performance.now() + LONGEST; isBusy() && performance.now() < until;)
    await sleep(LOOK_EVERY)
}

function isBusy(): boolean {
  const since = performance.eventLoopUtilization(before)
  // A shorter period is not meaningful.
  if (since.idle + since.active >= LOOK_EVERY) before = performance.eventLoopUtilization()
  return since.utilization > BUSY
}
