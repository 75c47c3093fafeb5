import { setImmediate as othersFirst } from 'node:timers/promises'

/** In milliseconds: short against the 50 that nothing may hold the event loop for. */
const TURN = 10

/** Long work calls what this returns between its steps; once its turn is over, it waits until others had theirs. */
export function createTurns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN) return
    await othersFirst()
    began = performance.now()
  }
}
