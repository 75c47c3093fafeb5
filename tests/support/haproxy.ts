import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from './app-server.ts'
import { until } from './until.ts'

export type Proxy = { url: string; stop(): Promise<void> }

/** Debian puts it where only root's path leads. */
const haproxy = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  .map((folder) => join(folder, 'haproxy'))
  .find((path) => existsSync(path))

/** Why there can be no proxy here; null where there can. */
export const noProxy: string | null = haproxy ? null : 'HAProxy is not installed (apt-get install haproxy).'

/**
 * HAProxy under the configuration that we ship, but for its addresses and its certificate, in front of servers of this
 * machine. It answers as soon as one of them does.
 */
export async function startHaproxy(port: number, backends: readonly number[]): Promise<Proxy> {
  if (!haproxy) throw new Error(noProxy ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'foyer-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, backends))
  const child = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const url = `http://localhost:${port}`
  const answering = untilAnswers(url)
  await Promise.race([
    answering,
    exited.then(() => Promise.reject(new Error(`HAProxy did not start: ${complaint}`))),
  ])
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

function configuration(port: number, backends: readonly number[]): string {
  const shipped = readFileSync('deploy/haproxy.cfg', 'utf8').split('\n')
  const servers = backends.map((backend, n) => `    server instance${n} 127.0.0.1:${backend}`)
  return shipped
    .filter((line) => !/^\s+(bind :443|http-request redirect|server )/.test(line))
    .map((line) => (line.trim() === 'bind :80' ? `    bind 127.0.0.1:${port}` : line))
    .concat(servers, '')
    .join('\n')
}

function untilAnswers(url: string): Promise<void> {
  return until('the proxy answers', () =>
    fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
}

/** Two ports that nobody uses yet, and the proxy's. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
