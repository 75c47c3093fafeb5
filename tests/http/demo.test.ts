import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, onTestFinished, test } from 'vitest'

import { freePort } from '#tests/support/app-server.ts'
import { until } from '#tests/support/until.ts'

const LASTS_MS = 300_000

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function startDemo(env: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/demo.ts'], { env: { PATH: process.env['PATH'], ...env } })
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
  return { child, exited: once(child, 'exit'), written: () => written }
}

test('a demo is filled, shows how to sign in, and forgets what visitors did when it is reset', async () => {
  const folder = newFolder()
  const port = String(await freePort())
  const { child, exited, written } = startDemo({ DEMO_DIR: folder, PORT: port })
  onTestFinished(async () => {
    child.kill()
    await exited
  })
  await until('the demo has started', () => written().includes('Reset'), LASTS_MS)
  const url = `http://localhost:${port}`
  const login = await (await fetch(`${url}/admin/login`)).text()
  expect(login).toContain('This is a demo.')
  expect(login).toContain('owner@lumivox.example')

  const message = 'How much does a voice agent cost?'
  const answer = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ conversationId: null, message }),
  })
  expect(await answer.text()).toContain('"type":"sources"')
  expect(countMessages(folder, message)).toBe(1)

  child.kill('SIGUSR2')
  await until('the demo is reset', () => countMessages(folder, message) === 0, LASTS_MS)
  expect(countMessages(folder, 'What does a voice agent cost?')).toBe(1)
  // Asks without a pause, so that the demo may not yet know that its server is ready.
  while (!(await isReady(url)));
  child.kill()
  expect(await exited).toEqual([0, null])
  expect(await isReady(url)).toBe(false)
}, 600_000)

test('a demo does not start in a folder with anything else', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'foyer.sqlite'), 'somebody’s work')
  const { exited, written } = startDemo({ DEMO_DIR: folder })
  expect(await exited).toEqual([1, null])
  expect(written()).toContain('Nothing was changed')
})

/** Returns null while the folders are being swapped. */
function countMessages(folder: string, text: string): number | null {
  try {
    const database = new DatabaseSync(join(folder, 'live', 'foyer.sqlite'), { readOnly: true, timeout: 1000 })
    try {
      const found = database.prepare('select count(*) as count from chat_message where text = ?').get(text)
      return Number(found?.['count'])
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
