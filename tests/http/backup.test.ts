import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { migrate } from '#app/platform/db/migrate.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'
import { fillEveryTable } from '#tests/factories/filled-tables.ts'
import { inquiryFields } from '#tests/factories/inquiry.ts'
import { readLanguages, translateSite } from '#tests/factories/site-with-languages.ts'
import { createTestPost } from '#tests/factories/post.ts'
import { startAppServer, startRefusedServer } from '#tests/support/app-server.ts'
import { asItsOwner, backupFolder, digestsOf, emptyInstallation } from '#tests/support/installation.ts'
import { runCommandProcess } from '#tests/support/run-command.ts'
import { signInByHttp, testOwner } from '#tests/support/server-under-test.ts'
import { testActor } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'
import { until } from '#tests/support/until.ts'

const PER_SECOND = 25
const AHEAD = 100

async function emptyServer(engine?: 'sqlite' | 'postgres') {
  const variables = await emptyInstallation(engine)
  const owner = { ADMIN_EMAIL: testOwner.email, ADMIN_PASSWORD: testOwner.password }
  return { ...variables, ...owner, NODE_ENV: 'production', LOG_LEVEL: 'error', LIMITS: 'off' }
}

async function sendInquiry(url: string, email: string): Promise<boolean> {
  const { token } = (await (await fetch(`${url}/api/contact-form`)).json()) as { token: string }
  const body = new URLSearchParams({ ...inquiryFields({ email }), token })
  return (await fetch(`${url}/api/inquiries`, { method: 'POST', body })).ok
}

test('a backup made under writes, restored on an empty machine, has every inquiry that was acknowledged before it began', async () => {
  const env = await emptyServer()
  const server = await startAppServer(env)
  onTestFinished(async () => void (await server.stop()))
  const acknowledged: string[] = []
  const underWay: Promise<void>[] = []
  let sent = 0
  const stream = setInterval(() => {
    const email = `backup-${(sent += 1)}@example.com`
    underWay.push(sendInquiry(server.url, email).then((ok) => void (ok && acknowledged.push(email))))
  }, 1000 / PER_SECOND)
  await until('some are acknowledged', () => acknowledged.length >= AHEAD)

  const BACKUP_DIR = backupFolder()
  const before = [...acknowledged]
  const backup = await runCommandProcess({ ...env, BACKUP_DIR }, 'backup')
  expect(backup).toMatchObject({ code: 0 })
  // The backup did not hold up other requests.
  expect(acknowledged.length).toBeGreaterThan(before.length)
  clearInterval(stream)
  await Promise.all(underWay)

  const path = join(BACKUP_DIR, readdirSync(BACKUP_DIR)[0] ?? '')
  const target = await emptyServer()
  expect(await runCommandProcess(target, 'restore', [path])).toMatchObject({ code: 0 })
  const engine = await openDatabase(parseEnv(target))
  const leads = await engine.db.selectFrom('lead').select('email').execute()
  await engine.close()
  const stored = new Set(leads.map(({ email }) => email))
  expect(before.filter((email) => !stored.has(email))).toEqual([])
  const restored = await startAppServer(target)
  expect(await sendInquiry(restored.url, 'after@example.com')).toBe(true)
  expect(await restored.stop()).toBe(0)
}, 120_000)

test('a restore is refused while a server runs, and succeeds after the server was killed', async () => {
  const env = await emptyServer()
  const server = await startAppServer(env)
  const BACKUP_DIR = backupFolder()
  await runCommandProcess({ ...env, BACKUP_DIR }, 'backup')
  const path = join(BACKUP_DIR, readdirSync(BACKUP_DIR)[0] ?? '')
  const refused = await runCommandProcess(env, 'restore', [path, '--replace'])
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/using .*Stop/s) as string })
  expect(await sendInquiry(server.url, 'still@example.com')).toBe(true)
  await server.stop('SIGKILL')
  // The lock ended with the killed process.
  const done = await runCommandProcess(env, 'restore', [path, '--replace'])
  expect(done).toMatchObject({ code: 0 })
  const again = await startAppServer(env)
  expect(await again.stop()).toBe(0)
})

test('the owner starts a backup and sees how it went, good or bad', async () => {
  const env = await emptyServer()
  const server = await startAppServer(env)
  onTestFinished(async () => void (await server.stop()))
  const cookie = await signInByHttp(server.url)
  const page = `${server.url}/admin/settings/backups`
  const shown = async () => (await fetch(page, { headers: { cookie } })).text()
  const folder = join(env.DATA_DIR, 'backups')
  // The first start makes up for the nightly backup.
  await expect.poll(shown).toContain('.backup')
  const count = readdirSync(folder).length
  const ask = () =>
    fetch(page, {
      method: 'POST',
      headers: { cookie, origin: server.url },
      body: new URLSearchParams({ intent: 'back-up' }),
    })
  // The nightly backup is still running for a moment after it is listed.
  await expect.poll(async () => (await ask()).status).toBe(200)
  await expect.poll(() => readdirSync(folder).length).toBe(count + 1)
})

test('a database of a newer version keeps the server from starting, and is left as it is', async () => {
  const env = await emptyServer()
  const engine = await openDatabase(parseEnv(env))
  await migrate(engine)
  await engine.db.insertInto('kysely_migration').values({ name: '9999-newer', timestamp: '' }).execute()
  const before = await digestsOf(engine)
  const { code, output } = await startRefusedServer(env)
  expect(code).toBe(1)
  expect(output).toMatch(/Not started\. .*newer version.*9999-newer/)
  expect(await digestsOf(engine)).toEqual(before)
  await engine.close()
})

test.runIf(testEngine === 'postgres')(
  'what is moved to PostgreSQL is all there, and the product works on it',
  async () => {
    const from = await emptyServer('sqlite')
    const { ctx, close } = await createRuntime(parseEnv(from))
    await createTestPost(ctx, {
      title: 'Voices on the phone',
      content: 'Our **hippopotamus** answers calls.',
    })
    await createTestPost(ctx, { title: 'A second post', content: 'Text.' })
    const owner = { ...ctx, actor: testActor }
    await translateSite(owner)
    await fillEveryTable(ctx.engine)
    const languages = await readLanguages(owner)
    const left = await digestsOf(ctx.engine)
    await close()
    expect(left.filter(({ rows }) => rows === 0)).toEqual([])

    const to = { ...(await emptyServer('postgres')), DATA_DIR: from.DATA_DIR }
    const withoutSecret = await runCommandProcess({ ...to, APP_SECRET: '' }, 'move-to-postgres')
    expect(withoutSecret).toMatchObject({
      code: 1,
      output: expect.stringContaining('Set APP_SECRET') as string,
    })
    const moved = await runCommandProcess(to, 'move-to-postgres')
    expect(moved).toMatchObject({ code: 0, output: expect.stringContaining('every table agree') as string })
    // The move itself was recorded in the audit log.
    const unlogged = (digests: typeof left) => digests.filter(({ name }) => name !== 'audit_entry')
    for (const variables of [from, to]) {
      const engine = await openDatabase(parseEnv(variables))
      const there = await digestsOf(engine)
      expect(unlogged(there)).toEqual(unlogged(left))
      await engine.close()
    }
    expect(await asItsOwner(to, readLanguages)).toEqual(languages)
    const again = await runCommandProcess(to, 'move-to-postgres')
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') as string })

    const server = await startAppServer(to)
    onTestFinished(async () => void (await server.stop()))
    const read = async (path: string) => (await fetch(server.url + path)).text()
    expect(await read('/blog')).toContain('Voices on the phone')
    expect(await read('/de/blog')).toContain('Anrufe bei Nacht')
    expect(await read('/blog/search?q=hippopotamus')).toContain('Voices on the phone')
    expect(await read('/blog/voices-on-the-phone')).toContain('<strong>hippopotamus</strong>')
    expect(await sendInquiry(server.url, 'moved@example.com')).toBe(true)
  },
  120_000,
)
