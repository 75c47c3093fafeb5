import type { Env } from '#app/platform/env.server.ts'
import type { Log } from '#app/platform/log.server.ts'

import { createInProcessSignals } from './in-process-signals.server.ts'
import type { Signals } from './signals.server.ts'

/** Across instances where PostgreSQL connects them, otherwise within this process. */
export async function openSignals(env: Pick<Env, 'database'>, log: Log): Promise<Signals> {
  if (!env.database) return createInProcessSignals()
  const { createPostgresSignals } = await import('./postgres-signals.server.ts')
  return createPostgresSignals(env.database.url, log)
}
