import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

export type ThrowawayPostgres = { url: string; pid: number | undefined; stop(): Promise<void> }

/** Distributions rarely put the server's programs on PATH. */
const homes = ['/usr/lib/postgresql', '/usr/local/opt', '/opt/homebrew/opt']

export async function startThrowawayPostgres(): Promise<ThrowawayPostgres | null> {
  const bin = findPrograms()
  if (!bin) return null
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'foyer-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = {
    ...user,
    cwd: folder,
    stdio: 'ignore' as const,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
  }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'foyer', '-A', 'trust', '-E', 'UTF8', '-N'], options)
  const port = await freePort()
  const url = `postgres://foyer@127.0.0.1:${port}/postgres`
  // The data is temporary, so nothing is flushed.
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_connections: 200,
  }
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    options,
  )
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, pid: server.pid, stop }
}

export function findPrograms(): string | null {
  const candidates = (process.env['PATH'] ?? '').split(':')
  for (const home of homes) {
    if (!existsSync(home)) continue
    const versions = readdirSync(home).sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a))
    candidates.push(...versions.map((version) => join(home, version, 'bin')))
  }
  return (
    candidates.find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))) ?? null
  )
}

export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })),
      )
      if (uid && gid) return { uid, gid }
    } catch {}
  }
  throw new Error(
    'PostgreSQL cannot run as root, and neither the user postgres nor the user nobody exists to run it.',
  )
}

export async function untilReady(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (tries === 200)
        throw new Error('The throwaway PostgreSQL did not start within 10 seconds.', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
