import type { Env } from '#app/platform/env.server.ts'
import type { Log } from '#app/platform/log.server.ts'

import type { SqliteChecks } from './check-sqlite.server.ts'
import type { Engine } from './engine.server.ts'
import { openSqlite } from './sqlite.server.ts'

/** @param checks apply to the embedded database's file before anything is written to it */
export async function openDatabase(
  env: Pick<Env, 'database' | 'dataDir'>,
  log: Log | null = null,
  checks: SqliteChecks = {},
): Promise<Engine> {
  if (!env.database) return openSqlite(env.dataDir, log, checks)
  // Loaded only if needed: the driver costs 30 ms and 8 MB.
  const { openPostgres } = await import('./postgres.server.ts')
  return openPostgres(env.database.url, log)
}
