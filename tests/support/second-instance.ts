import { dirname } from 'node:path'

import { sql } from 'kysely'
import { onTestFinished } from 'vitest'

import { createSiteIdentity } from '#app/features/site/settings/site-identity.server.ts'
import type { Engine } from '#app/platform/db/engine.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { createMailConnections } from '#app/platform/email/mail-connections.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createProcessState } from '#app/platform/context.server.ts'
import { openSignals } from '#app/platform/signals/open-signals.server.ts'

import { type TestCtx, testSecret } from './test-ctx.ts'

/** Returns the context of another process on the same database, such as a second instance behind a proxy. */
export async function createSecondInstance(ctx: TestCtx): Promise<TestCtx> {
  const variables = await variablesOf(ctx.engine)
  const env = parseEnv({ NODE_ENV: 'test', APP_SECRET: testSecret, ...variables })
  const engine = await openDatabase(env)
  const signals = await openSignals(env, ctx.log)
  onTestFinished(async () => {
    await signals.close()
    await engine.close()
  })
  const site = createSiteIdentity(env, signals, ctx.log)
  const { mail, imap, close } = createMailConnections(env, { ...ctx, db: engine.db, signals })
  onTestFinished(close)
  return { ...ctx, db: engine.db, engine, signals, state: createProcessState(signals), site, mail, imap }
}

/** Returns the variables with which another process opens this database. */
export async function variablesOf({ name, db }: Engine): Promise<Record<string, string>> {
  if (name === 'sqlite') {
    const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db)
    return { DATA_DIR: dirname(rows[0]?.file ?? '') }
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  url.pathname = `/${rows[0]?.name}`
  return { DATABASE_URL: url.href }
}
