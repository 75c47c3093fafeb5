import { setTimeout as pause } from 'node:timers/promises'

import { SECOND } from '#app/platform/clock.ts'

/**
 * Whether the database answers, told within a second whatever the database does. Who asks meanwhile waits for the same
 * ping, so that many askers of a database that is silent leave one behind.
 */
export function createReadiness(ping: () => Promise<void>, within = SECOND): () => Promise<boolean> {
  let asked: Promise<boolean> | null = null
  return () => {
    asked ??= ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = null
      })
    return Promise.race([asked, pause(within, false, { ref: false })])
  }
}
