import { once } from 'node:events'
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { readFileSync, statSync, writeFileSync } from 'node:fs'

import { expect, onTestFinished, test, vi } from 'vitest'

import { inquiryFields } from '#tests/factories/inquiry.ts'
import { startAppServer, startRefusedServer } from '#tests/support/app-server.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { createTestDatabase, testEngine } from '#tests/support/test-database.ts'

async function database() {
  const made = await createTestDatabase()
  onTestFinished(() => made.drop())
  return { ...made.env, APP_SECRET: testSecret, LIMITS: 'off' }
}

test('a first start makes all it needs; a second finds it and keeps its set-up code', async () => {
  const { APP_SECRET: _secret, ...env } = await database()
  if (testEngine === 'postgres') Object.assign(env, { APP_SECRET: testSecret })
  const first = await startAppServer(env)
  expect(first.output()).toContain(`Site    ${first.url}`)
  expect(first.output()).toContain(`Admin   ${first.url}/admin`)
  const code = /account: (\S+)/.exec(first.output())?.[1]
  expect(await first.stop()).toBe(0)
  if (testEngine === 'sqlite') {
    expect(statSync(join(env.DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
    expect(statSync(join(env.DATA_DIR, 'foyer.sqlite')).size).toBeGreaterThan(0)
  }
  const second = await startAppServer(env)
  expect(second.output()).toContain(code)
  expect(second.output()).not.toContain('database.migrated')
  await second.stop()
})

test('a bad variable stops the start with a line that names it and not its value', async () => {
  const { code, output } = await startRefusedServer({
    ...(await database()),
    PUBLIC_URL: 'ftp://needle',
    SMTP_URL: 'needle',
    ADMIN_EMAIL: 'owner@agency.test',
  })
  expect(code).toBe(1)
  for (const name of ['PUBLIC_URL', 'SMTP_URL', 'ADMIN_PASSWORD']) expect(output).toContain(name)
  expect(output).not.toContain('needle')
  expect(output).not.toContain('    at ')
})

test.skipIf(testEngine === 'postgres')(
  'a damaged database stops the start and is left as it is',
  async () => {
    const env = await database()
    const server = await startAppServer(env)
    await server.stop()
    const path = join(env.DATA_DIR, 'foyer.sqlite')
    new DatabaseSync(path).exec('pragma wal_checkpoint(truncate)')
    const bytes = readFileSync(path)
    bytes.fill(0xa5, 4096, 12_288)
    writeFileSync(path, bytes)
    const { code, output } = await startRefusedServer(env)
    expect(code).toBe(1)
    expect(output).toMatch(/damaged|cannot be opened/)
    expect(output).toContain('Nothing was changed')
    expect(readFileSync(path).equals(bytes)).toBe(true)
  },
)

test('a port in use is reported', async () => {
  const env = await database()
  const server = await startAppServer(env)
  const { code, output } = await startRefusedServer({
    ...(await database()),
    HOST: '127.0.0.1',
    PORT: new URL(server.url).port,
  })
  expect(code).toBe(1)
  expect(output).toContain('EADDRINUSE')
  await server.stop()
})

test('on SIGTERM it reports not ready, finishes running requests, and exits with 0', async () => {
  const env = await database()
  const server = await startAppServer(env)
  const { port } = new URL(server.url)
  const body = new URLSearchParams(inquiryFields()).toString()
  const head = `POST /contact HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n`
  const posts = Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString()
    })
    socket.write(head + body.slice(0, 20))
    return { socket, answer: () => answer }
  })
  await Promise.all(posts.map(({ socket }) => once(socket, 'connect')))
  const kept = connect(Number(port), '127.0.0.1')
  await once(kept, 'connect')
  kept.write(`GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`)
  await once(kept, 'data')

  const stopped = server.stop('SIGTERM')
  // The server begins to drain when it closes the idle connection.
  await once(kept, 'close')
  // New connections still get a 503; the request is retried, because our idle connections are closed meanwhile.
  for (const path of ['/readyz', '/readyz/traffic'])
    await vi.waitFor(async () => expect((await fetch(server.url + path)).status).toBe(503), 3000)
  for (const { socket } of posts) socket.write(body.slice(20))
  await Promise.all(posts.map(({ socket }) => once(socket, 'close')))
  for (const { answer } of posts) expect(answer()).toMatch(/^HTTP\/1.1 303/)
  expect(await stopped).toBe(0)
})
