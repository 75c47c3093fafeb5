import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { emptyInstallation } from '#tests/support/installation.ts'
import { runCommandProcess } from '#tests/support/run-command.ts'
import { testEngine } from '#tests/support/test-database.ts'
import { signInByHttp, testOwner } from '#tests/support/server-under-test.ts'
import { until } from '#tests/support/until.ts'

const PAGE = '/admin/settings/backups'

/** Starts a server with one backup, and stores a setting after it. */
async function serverWithBackup(variables: Record<string, string> = {}) {
  const env = {
    ...(await emptyInstallation()),
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    LIMITS: 'off',
    ADMIN_EMAIL: testOwner.email,
    ADMIN_PASSWORD: testOwner.password,
    ...variables,
  }
  const first = await startAppServer(env)
  const folder = join(env.DATA_DIR, 'backups')
  await until(
    'a backup is there',
    () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.backup')),
  )
  await first.stop()
  const engine = await openDatabase(parseEnv(env))
  await engine.db
    .insertInto('setting')
    .values({ key: 'since the backup', value: '1', updated_at: 1 })
    .execute()
  await engine.close()
  const server = await startAppServer(env)
  onTestFinished(async () => void (await server.stop()))
  const name = readdirSync(folder).find((each) => each.endsWith('.backup')) ?? ''
  return { env, server, name, path: join(folder, name) }
}

async function hasSettingSince(env: Record<string, string>): Promise<boolean> {
  const engine = await openDatabase(parseEnv(env))
  const row = await engine.db
    .selectFrom('setting')
    .select('key')
    .where('key', '=', 'since the backup')
    .executeTakeFirst()
  await engine.close()
  return row !== undefined
}

async function ask({ url }: AppServer, cookie: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ intent: 'restore', password: testOwner.password, ...fields })
  return fetch(url + PAGE, { method: 'POST', headers: { cookie, origin: url }, body })
}

/** Waits for the page's report; the server restarts within the same process. */
async function untilTold({ url }: AppServer, words: string): Promise<string> {
  let page = ''
  await until(
    `the page says ${words}`,
    async () => {
      // The server is unreachable while it restarts.
      page = await signInByHttp(url)
        .then((cookie) => fetch(url + PAGE, { headers: { cookie } }))
        .then((response) => response.text())
        .catch(() => '')
      return page.includes(words)
    },
    30_000,
  )
  return page
}

test('the owner restores a backup: the server starts anew with it, and everybody is signed out', async () => {
  const { env, server, name } = await serverWithBackup()
  const cookie = await signInByHttp(server.url)
  expect((await ask(server, cookie, { name, confirmation: 'restore it' })).status).toBe(400)
  expect((await ask(server, cookie, { name, confirmation: 'RESTORE', password: 'guessed' })).status).toBe(400)
  expect(await hasSettingSince(env)).toBe(true)
  expect((await ask(server, cookie, { name, confirmation: 'RESTORE' })).status).toBe(200)
  await untilTold(server, 'Restored')
  expect(server.process.exitCode).toBeNull()
  expect(await hasSettingSince(env)).toBe(false)
  const before = await fetch(server.url + PAGE, { headers: { cookie }, redirect: 'manual' })
  expect(before.headers.get('location')).toContain('/admin/login')
  expect(readdirSync(env.DATA_DIR).filter((each) => /^restor(ing-|e-(request|under))/.test(each))).toEqual([])
})

test('a failed restore changes nothing, and the page says why', async () => {
  const { env, server, name, path } = await serverWithBackup()
  const cookie = await signInByHttp(server.url)
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(1000) ^ 1, 1000)
  writeFileSync(path, bytes)
  expect((await ask(server, cookie, { name, confirmation: 'RESTORE' })).status).toBe(200)
  expect(await untilTold(server, 'Not restored')).toContain('is damaged or was cut off')
  expect(await hasSettingSince(env)).toBe(true)
})

test.skipIf(testEngine === 'postgres')(
  'the state of a moment is restored from the continuous backup',
  async () => {
    const { server } = await serverWithBackup({ CONTINUOUS_BACKUP: 'folder' })
    const cookie = await signInByHttp(server.url)
    const keep = async () => {
      const response = await fetch(server.url + PAGE, { headers: { cookie: await signInByHttp(server.url) } })
      return / name="keep"[^>]*value="(\d+)"/.exec(await response.text())?.[1]
    }
    let moment = ''
    await until('a whole second lies in the continuous backup', async () => {
      moment = new Date().toISOString().slice(0, 19)
      const guess = { moment, confirmation: 'RESTORE', password: 'guessed' }
      return (await (await ask(server, cookie, guess)).text()).includes('This is not your password.')
    })
    await ask(server, cookie, { intent: 'save', keep: '7' })
    expect(await keep()).toBe('7')
    const later = new Date(Date.now() + 60_000).toISOString().slice(0, 19)
    const refused = await ask(server, cookie, { moment: later, confirmation: 'RESTORE' })
    expect(await refused.text()).toContain('Please choose a moment that the continuous backup holds.')
    expect((await ask(server, cookie, { moment, confirmation: 'RESTORE' })).status).toBe(200)
    expect(await untilTold(server, 'Restored')).toContain('It contains everything stored until')
    expect(await keep()).toBe('14')
  },
)

test('a restore during which the process ended is reported, and not restarted', async () => {
  const { env, server, name, path } = await serverWithBackup()
  await server.stop()
  const request = { path, name, email: testOwner.email, device: '' }
  writeFileSync(join(env.DATA_DIR, 'restore-under-way.json'), JSON.stringify(request))
  const again = await startAppServer(env)
  onTestFinished(async () => void (await again.stop()))
  await untilTold(again, 'The server ended during the restore')
  expect(await hasSettingSince(env)).toBe(true)
  expect(existsSync(join(env.DATA_DIR, 'restore-under-way.json'))).toBe(false)
  expect(await runCommandProcess(env, 'restore', [path, '--check'])).toMatchObject({ code: 0 })
})
