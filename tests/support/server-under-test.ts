import { afterAll, beforeAll } from 'vitest'

import { type AppServer, startAppServer } from './app-server.ts'
import { testOwner } from './owner-of-tests.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { testSecret } from './test-ctx.ts'

export { signInByHttp, testOwner } from './owner-of-tests.ts'

/** Starts one server with an owner, over a database of its own, for all tests of a file. */
export function serverUnderTest(env: Record<string, string> = {}): () => AppServer {
  let server: AppServer | undefined
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
    server = await startAppServer({
      APP_SECRET: testSecret,
      ADMIN_EMAIL: testOwner.email,
      ADMIN_PASSWORD: testOwner.password,
      ...database.env,
      ...env,
    })
  })
  afterAll(async () => {
    await server?.stop()
    await database?.drop()
  })
  return () => {
    if (!server) throw new Error('The server is started before the first test.')
    return server
  }
}
