import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from './app-server.ts'
import { until } from './until.ts'

const program = '/usr/bin/radicale'
const authorization = `Basic ${Buffer.from('ada:an app password').toString('base64')}`

/** Returns why Radicale cannot be started here, or null. */
export function missingRadicale(): string | null {
  return existsSync(program) ? null : 'Radicale is not installed (apt-get install radicale)'
}

/** Starts a Radicale whose user ada has one calendar. */
export async function startRadicale() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-radicale-'))
  const port = await freePort()
  const users = join(folder, 'users')
  writeFileSync(users, 'ada:an app password\n')
  const options = {
    '--server-hosts': `127.0.0.1:${port}`,
    '--storage-filesystem-folder': folder,
    '--auth-type': 'htpasswd',
    '--auth-htpasswd-filename': users,
    '--auth-htpasswd-encryption': 'plain',
    '--config': '',
  }
  const radicale = spawn(program, Object.entries(options).flat(), { stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  const calendar = `${origin}/ada/work/`
  await until('Radicale answers', () =>
    fetch(origin).then(
      () => true,
      () => false,
    ),
  )
  await send('MKCALENDAR', calendar)
  const entries = join(folder, 'collection-root', 'ada', 'work')
  return {
    origin,
    calendar,
    entries: async () =>
      readdirSync(entries)
        .filter((name) => name.endsWith('.ics'))
        .map((name) => readFileSync(join(entries, name), 'utf8')),
    put: (name: string, text: string) => send('PUT', `${calendar}${name}.ics`, text),
    async stop(): Promise<void> {
      radicale.kill('SIGTERM')
      await once(radicale, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function send(method: string, url: string, body?: string): Promise<void> {
  const headers = { authorization, 'content-type': 'text/calendar' }
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  if (!response.ok) throw new Error(`Radicale answered ${response.status} to ${method} ${url}.`)
}
