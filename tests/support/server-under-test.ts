import { afterAll, beforeAll } from 'vitest'

import { type AppServer, startAppServer } from './app-server.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { testSecret } from './test-ctx.ts'

export const testOwner = { email: 'owner@agency.test', password: 'a phrase only for tests' }

/** One server for all tests of a file, over a database of its own, with an owner. */
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

/** Signs in as the owner and returns the cookie header of the session. */
export async function signInByHttp(url: string): Promise<string> {
  const response = await fetch(`${url}/admin/login`, {
    method: 'POST',
    body: new URLSearchParams(testOwner),
    headers: { origin: url },
    redirect: 'manual',
  })
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0]
  if (response.status !== 303 || !cookie) throw new Error(`Sign-in answered ${response.status}.`)
  return cookie
}
