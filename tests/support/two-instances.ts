import { type AppServer, startAppServer } from './app-server.ts'
import { freePorts, type Proxy, startHaproxy } from './haproxy.ts'
import { createTestDatabase } from './test-database.ts'

export type TwoInstances = {
  first: AppServer
  second: AppServer
  proxy: Proxy
  env: Record<string, string>
  stop(): Promise<void>
}

/** Two servers on one PostgreSQL of their own, behind HAProxy. */
export async function startTwoInstances(
  variables: Record<string, string>,
  prepare: (env: Record<string, string>) => Promise<void> = async () => {},
): Promise<TwoInstances> {
  const [port = 0, ...own] = await freePorts(3)
  const database = await createTestDatabase('postgres')
  const env = {
    ...database.env,
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    ...variables,
  }
  await prepare(env)
  const starting = own.map((ownPort) => startAppServer({ ...env, PORT: String(ownPort) }))
  const [[first, second], proxy] = await Promise.all([Promise.all(starting), startHaproxy(port, own)])
  if (!first || !second) throw new Error('Two servers were to be started.')
  return {
    first,
    second,
    proxy,
    env,
    async stop() {
      await proxy.stop()
      await Promise.all([first.stop(), second.stop()])
      await database.drop()
    },
  }
}
