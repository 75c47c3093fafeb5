import { onTestFinished, test } from 'vitest'

import type { Engine } from '#app/platform/db/engine.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'

import { testSecret } from './test-ctx.ts'
import { createTestDatabase, type TestDatabase, testEngine } from './test-database.ts'

/** For slow tests of what does not depend on the database, in files that run on both engines. */
export const testOnFirstEngine = test.skipIf(testEngine !== 'sqlite')

export type EmptyDatabase = {
  variables: TestDatabase['env']
  /** Opens another handle, which is closed at the test's end. */
  open(): Promise<Engine>
}

/** Creates a database of the engine under test without any migration. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const database = await createTestDatabase()
  const env = parseEnv({ NODE_ENV: 'test', APP_SECRET: testSecret, ...database.env })
  onTestFinished(database.drop)
  return {
    variables: database.env,
    async open() {
      const engine = await openDatabase(env)
      let closed: Promise<void> | null = null
      const close = async () => (closed ??= engine.close())
      onTestFinished(close)
      return { ...engine, close }
    },
  }
}

/** Opens a migrated database of its own. */
export async function createTestEngine(): Promise<Engine> {
  const engine = await (await createEmptyDatabase()).open()
  await migrate(engine)
  return engine
}
