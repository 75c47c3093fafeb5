import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { Row } from '../bench/measure.ts'
import { findPrograms, freePort, unprivilegedUser, untilReady } from '../scripts/throwaway-postgres.ts'
import { startAppServer } from '../tests/support/app-server.ts'
import { inquiriesUntil } from '../tests/support/continuous-rounds.ts'
import { administer } from '../tests/support/test-database.ts'
import { until } from '../tests/support/until.ts'

import { secret } from './figures.ts'

const PER_SECOND = 50
const what = `PostgreSQL killed and its data folder deleted under ${PER_SECOND} inquiries a second, restored from a base backup and its received log`
const environment = { APP_SECRET: secret, NODE_ENV: 'production', LIMITS: 'off', LOG_LEVEL: 'fatal' }
const target = '0 lost that were older than 10 s, 0 doubled'

export async function losePostgres(): Promise<Row[]> {
  const bin = findPrograms()
  if (!bin) return [{ what, measured: 'NOT RUN: PostgreSQL is not installed', target, ok: false }]
  const user = unprivilegedUser()
  const home = mkdtempSync(join(tmpdir(), 'foyer-postgres-log-'))
  const backups = join(home, 'backups')
  mkdirSync(join(backups, 'wal'), { recursive: true })
  for (const folder of [home, backups, join(backups, 'wal')]) if (user) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: home, env: { PATH: `${bin}:${process.env['PATH']}`, LC_ALL: 'C.UTF-8' } }
  const run = (program: string, args: string[]) => promisify(execFile)(program, args, options)
  const port = await freePort()
  const url = `postgres://foyer@127.0.0.1:${port}/postgres`
  const start = (data: string) =>
    spawn('postgres', ['-D', data, ...settingsOf(port)], { ...options, stdio: 'ignore' })
  try {
    await run('initdb', ['-D', join(home, 'data'), '-U', 'foyer', '-A', 'trust', '-E', 'UTF8'])
    const server = start(join(home, 'data'))
    await untilReady(url)
    await run('pg_receivewal', ['--dbname', url, '--slot=foyer', '--create-slot', '--if-not-exists'])
    const receiving = ['--dbname', url, '--slot=foyer', '--directory', join(backups, 'wal')]
    const receiver = spawn('pg_receivewal', receiving, { ...options, stdio: 'ignore' })
    await run(resolve('deploy/postgres/base-backup.sh'), [url, backups])
    const app = await startAppServer({ ...environment, DATABASE_URL: url, DATA_DIR: join(home, 'app') })
    const load = await inquiriesUntil(app.url, PER_SECOND, () => pause(12_000 + Math.random() * 4000))
    const dead = once(server, 'exit')
    server.kill('SIGKILL')
    await dead
    rmSync(join(home, 'data'), { recursive: true, force: true })
    const acknowledged = await load.end()
    await app.stop('SIGKILL')
    receiver.kill('SIGTERM')
    await once(receiver, 'exit')

    const restoring = performance.now()
    await run(resolve('deploy/postgres/restore.sh'), [backups, join(home, 'restored')])
    await gone(url)
    const restored = start(join(home, 'restored'))
    await untilReady(url)
    await until('it has replayed the log', async () => {
      const { rows } = await administer('select pg_is_in_recovery() as replaying', url)
      return !(rows[0] as { replaying: boolean }).replaying
    })
    const milliseconds = performance.now() - restoring
    const { rows } = await administer('select email from lead', url)
    restored.kill('SIGINT')
    await once(restored, 'exit')
    const emails = (rows as { email: string }[]).map(({ email }) => email)
    return [rowOf(acknowledged, load.endedAt(), emails, milliseconds)]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function rowOf(
  acknowledged: ReadonlyMap<string, number>,
  endedAt: number,
  emails: readonly string[],
  milliseconds: number,
): Row {
  const stored = new Set(emails)
  const missing = [...acknowledged].filter(([email]) => !stored.has(email)).map(([, at]) => at)
  const lost = missing.filter((at) => at < endedAt - 10_000).length
  const behind = missing.length === 0 ? 0 : (endedAt - Math.min(...missing)) / 1000
  const doubled = emails.length - stored.size
  return {
    what,
    measured: `${acknowledged.size} acknowledged, ${lost} lost that were older than 10 s, ${doubled} doubled, behind by ${behind.toFixed(1)} s, restored in ${(milliseconds / 1000).toFixed(1)} s`,
    target,
    ok: acknowledged.size > 0 && lost + doubled === 0,
  }
}

function settingsOf(port: number): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    wal_level: 'replica',
    max_wal_senders: 4,
    max_slot_wal_keep_size: '4GB',
    max_connections: 100,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function gone(url: string): Promise<void> {
  await until('nobody answers at the port', () =>
    administer('select 1', url).then(
      () => false,
      () => true,
    ),
  )
}
