import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { packContent } from '#app/features/content/transfer/export-content.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { changeContent } from '#tests/support/changed-content.ts'
import { emptyInstallation } from '#tests/support/installation.ts'
import { runCommandProcess } from '#tests/support/run-command.ts'
import { testOwner } from '#tests/support/server-under-test.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'
import { until } from '#tests/support/until.ts'

const PUBLIC_URL = 'https://kiln.example'

async function installation(engine?: 'sqlite' | 'postgres') {
  const owner = { ADMIN_EMAIL: testOwner.email, ADMIN_PASSWORD: testOwner.password }
  const env = { ...(await emptyInstallation(engine)), ...owner, PUBLIC_URL }
  return { ...env, NODE_ENV: 'production', LOG_LEVEL: 'error' }
}

async function start(env: Record<string, string>): Promise<AppServer> {
  const server = await startAppServer(env)
  onTestFinished(async () => void (await server.stop()))
  return server
}

/** Returns each page as a visitor gets it, without the minute at which each installation read its own figures. */
async function htmlOf({ url }: AppServer, paths: readonly string[]): Promise<Record<string, string>> {
  const entries = paths.map(async (path) => {
    const html = await (await fetch(`${url}${path}`)).text()
    return [path, html.replace(/\d{1,2}:\d{2}\s[AP]M/u, '')] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function bytesAt({ url }: AppServer, path: string): Promise<Buffer> {
  const response = await fetch(`${url}${path}`)
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

test('what one installation exports another imports: every page is the same, byte for byte', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-transfer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const ctx = asOwner(await createTestCtx())
  await changeContent(ctx)
  const paths = [
    ...(await readContent(ctx)).pages.keys(),
    '/about',
    '/blog',
    '/llms.txt',
    '/manifest.webmanifest',
  ]
  const changed = join(folder, 'changed.zip')
  writeFileSync(changed, await new Response((await packContent(ctx)).zip).bytes())

  const one = await installation('sqlite')
  const other = await installation(process.env['TEST_DATABASE_URL'] ? 'postgres' : 'sqlite')
  const first = await start(one)
  const starter = await htmlOf(first, paths)
  expect(await runCommandProcess(one, 'content:import', [changed, '--check'])).toMatchObject({ code: 0 })
  expect(await htmlOf(first, paths)).toEqual(starter)
  expect(await runCommandProcess(one, 'content:import', [changed])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Imported .* 1 others deleted\.$/m) as string,
  })
  // A running instance on SQLite learns of it from a job.
  await until('the running server shows it', async () =>
    (await (await fetch(first.url)).text()).includes('Kiln &amp; Co'),
  )
  const exported = join(folder, 'exported.zip')
  expect(await runCommandProcess(one, 'content:export', [exported])).toMatchObject({ code: 0 })

  const second = await start(other)
  expect(await runCommandProcess(other, 'content:import', [exported])).toMatchObject({ code: 0 })
  await until('the other shows it', async () =>
    (await (await fetch(second.url)).text()).includes('Kiln &amp; Co'),
  )
  const shown = await htmlOf(first, paths)
  expect(shown['/']).not.toBe(starter['/'])
  expect(shown['/our-kiln']).toContain('It began in 1999.')
  expect(shown['/our-kiln']).toContain('The kiln')
  expect(shown['/privacy']).toContain('We keep shards.')
  expect(shown['/contact']).toContain('Who writes to the kiln?')
  const pictures = new Set(shown['/our-kiln']?.match(/\/(?:images\/[\w-]+\/[\w.-]+|brand-[\w.-]+)/g))
  expect([...pictures].filter((path) => path.startsWith('/images/')).length).toBeGreaterThan(0)
  expect([...pictures].filter((path) => path.startsWith('/brand-')).length).toBeGreaterThan(3)
  for (const path of pictures) {
    const [here, elsewhere] = await Promise.all([bytesAt(first, path), bytesAt(second, path)])
    // The pictures of pages were encoded again, as uploads are.
    if (path.startsWith('/brand-')) expect(elsewhere.equals(here), path).toBe(true)
  }
  const there = await htmlOf(second, paths)
  for (const path of paths) expect(there[path] === shown[path], path).toBe(true)

  const again = join(folder, 'again.zip')
  expect(await runCommandProcess(one, 'content:export', [again])).toMatchObject({ code: 0 })
  expect(readFileSync(again).equals(readFileSync(exported))).toBe(true)
}, 120_000)

test('the command names every fault, changes nothing and says so by its exit code', async () => {
  const env = await installation('sqlite')
  const server = await start(env)
  const before = await htmlOf(server, ['/', '/about'])
  const path = join(env.DATA_DIR, 'damaged.zip')
  writeFileSync(path, 'PK damaged')
  const refused = await runCommandProcess(env, 'content:import', [path])
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was changed.') as string,
  })
  expect(refused.output).toContain('The file: This zip is damaged.')
  expect(await runCommandProcess(env, 'content:import', [])).toMatchObject({ code: 1 })
  expect(await htmlOf(server, ['/', '/about'])).toEqual(before)
})
