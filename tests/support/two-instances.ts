import { type AppServer, startAppServer } from './app-server.ts'
import type { FaultyLine } from './faulty-line.ts'
import { freePorts, type Proxy, type ProxyKind, startProxy } from './proxies.ts'
import { createTestDatabase } from './test-database.ts'

export type TwoInstances = {
  first: AppServer
  second: AppServer
  proxy: Proxy
  env: Record<string, string>
  stop(): Promise<void>
}

type Options = {
  prepare?: (env: Record<string, string>) => Promise<void>
  proxy?: ProxyKind
  /** Each instance's line to the database server; the caller closes them. */
  lines?: readonly [FaultyLine, FaultyLine]
}

/** Starts two servers on one PostgreSQL database, behind a proxy. */
export async function startTwoInstances(
  variables: Record<string, string>,
  { prepare, proxy: kind = 'haproxy', lines }: Options = {},
): Promise<TwoInstances> {
  const [port = 0, ...own] = await freePorts(3)
  const database = await createTestDatabase('postgres')
  const env = {
    ...database.env,
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    ...variables,
  }
  await prepare?.(env)
  const starting = own.map((ownPort, n) =>
    startAppServer({ ...env, ...throughLine(env, lines?.[n]), PORT: String(ownPort) }),
  )
  const [[first, second], proxy] = await Promise.all([Promise.all(starting), startProxy(kind, port, own)])
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

function throughLine(env: Record<string, string>, line: FaultyLine | undefined): Record<string, string> {
  const url = URL.parse(env['DATABASE_URL'] ?? '')
  if (!line || !url) return {}
  Object.assign(url, { hostname: '127.0.0.1', port: `${line.port}` })
  return { DATABASE_URL: url.href }
}
