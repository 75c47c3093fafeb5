import { setImmediate as othersFirst } from 'node:timers/promises'

/** Milliseconds, well below the 50 for which nothing may block the event loop. */
const TURN = 10

/** Returns a function for long work to call between its steps. Once a turn is over, it lets others run. */
export function createTurns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN) return
    await othersFirst()
    began = performance.now()
  }
}
