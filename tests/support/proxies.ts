import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from './app-server.ts'
import { until } from './until.ts'

export type Proxy = { url: string; stop(): Promise<void> }

export const proxyKinds = ['haproxy', 'caddy'] as const

export type ProxyKind = (typeof proxyKinds)[number]

/** Response header, added for tests only, with the instance that responded, as `127.0.0.1:port`. */
export const INSTANCE_HEADER = 'x-instance'

type Program = {
  name: string
  parameters(file: string): string[]
  configuration(port: number, backends: readonly number[]): string
}

const programs: Readonly<Record<ProxyKind, Program>> = {
  haproxy: {
    name: 'HAProxy',
    parameters: (file) => ['-db', '-f', file],
    configuration: haproxyConfiguration,
  },
  caddy: {
    name: 'Caddy',
    parameters: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    configuration: caddyConfiguration,
  },
}

/** Also looks where Debian installs HAProxy, which only root's PATH includes. */
function findProgram(kind: ProxyKind): string | undefined {
  return [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, kind))
    .find((path) => existsSync(path))
}

/** Returns why this proxy cannot be started here, or null. */
export function whyNoProxy(kind: ProxyKind): string | null {
  return findProgram(kind) ? null : `${programs[kind].name} is not installed (apt-get install ${kind}).`
}

/**
 * Starts a proxy with the shipped configuration, except for addresses and certificate, in front of local servers.
 * Resolves when one of them responds.
 */
export async function startProxy(kind: ProxyKind, port: number, backends: readonly number[]): Promise<Proxy> {
  const program = findProgram(kind)
  if (!program) throw new Error(`${whyNoProxy(kind)}`)
  const folder = mkdtempSync(join(tmpdir(), 'foyer-proxy-'))
  const file = join(folder, 'configuration')
  const { name, parameters, configuration } = programs[kind]
  writeFileSync(file, configuration(port, backends))
  const child = spawn(program, parameters(file), {
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-4000)
  })
  const url = `http://localhost:${port}`
  await Promise.race([
    untilAnswers(url),
    exited.then(() => Promise.reject(new Error(`${name} did not start: ${complaint}`))),
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

function haproxyConfiguration(port: number, backends: readonly number[]): string {
  const addresses = new Map(backends.map((backend, n) => [n === 0 ? 'one' : 'two', `127.0.0.1:${backend}`]))
  return readFileSync('deploy/haproxy.cfg', 'utf8')
    .split('\n')
    .filter((line) => !/^\s+(bind :443|http-request redirect)/.test(line))
    .map((line) => (line.trim() === 'bind :80' ? `    bind 127.0.0.1:${port}` : line))
    .map((line) =>
      line.replace(/^(\s+server (\w+)) .*/, (_line, start: string, name: string) => {
        return `${start} ${addresses.get(name)}`
      }),
    )
    .map((line) =>
      line.startsWith('backend ') ? `${line}\n    http-response set-header ${INSTANCE_HEADER} %si:%sp` : line,
    )
    .join('\n')
}

function caddyConfiguration(port: number, backends: readonly number[]): string {
  const addresses = backends.map((backend) => `127.0.0.1:${backend}`).join(' ')
  const shipped = readFileSync('deploy/Caddyfile', 'utf8')
    .replaceAll(/\{\$INSTANCES:[^}]*\}/g, addresses)
    .replace(/\{\$SITE:[^}]*\}/, `http://localhost:${port}`)
    .replace(
      'lb_policy',
      `header_down ${INSTANCE_HEADER} {http.reverse_proxy.upstream.hostport}\n\tlb_policy`,
    )
  return `{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n${shipped}`
}

function untilAnswers(url: string): Promise<void> {
  return until('the proxy answers', () =>
    fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
}

/** Returns unused ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
