import { afterCommit } from '#app/platform/db/transaction.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import type { Log } from '#app/platform/log.server.ts'

import { Listeners, type Signals } from './signals.server.ts'

export async function openSignals(env: Pick<Env, 'database'>, log: Log): Promise<Signals> {
  if (!env.database) return createInProcessSignals()
  const { createPostgresSignals } = await import('./postgres-signals.server.ts')
  return createPostgresSignals(env.database.url, log)
}

function createInProcessSignals(): Signals {
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
