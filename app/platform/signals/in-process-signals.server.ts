import { afterCommit } from '#app/platform/db/transaction.server.ts'

import { Listeners, type Signals } from './signals.server.ts'

/** For the embedded database, which one process serves. */
export function createInProcessSignals(): Signals {
  const listeners = new Listeners()
  return {
    async publish(ctx, topic, payload = '') {
      afterCommit(ctx, () => listeners.tell(topic, payload))
    },
    nudge(ctx, topic) {
      afterCommit(ctx, () => listeners.tell(topic, ''))
    },
    subscribe: (topic, listener) => listeners.add(topic, listener),
    async close() {},
  }
}
