import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { until } from './until.ts'

export type AppServer = {
  url: string
  /** The output so far, of both streams. */
  output(): string
  /** Sends a signal and resolves with the exit code, or null if the signal ended the process. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  process: ChildProcess
}

/**
 * Starts the built server in a process of its own, as its users do, and waits until it is ready.
 * @param folder of the repository whose build is started
 */
export async function startAppServer(env: Record<string, string>, folder = '.'): Promise<AppServer> {
  const port = env['PORT'] ?? String(await freePort())
  const url = `http://localhost:${port}`
  const child = spawnServer({ HOST: '127.0.0.1', ...env, PORT: port }, folder)
  const exited = once(child, 'exit')
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
  await Promise.race([
    untilReady(url),
    exited.then(() => Promise.reject(new Error(`Not started: ${written}`))),
  ])
  return {
    url,
    output: () => written,
    async stop(signal = 'SIGTERM') {
      const gone = () => child.exitCode !== null || child.signalCode !== null
      if (!gone()) child.kill(signal)
      await until('the server has ended', gone).catch((error: unknown) => {
        child.kill('SIGKILL')
        throw new Error(`${String(error)} ${written}`)
      })
      return child.exitCode
    },
    process: child,
  }
}

/** Starts a server that must refuse to start; resolves with its exit code and output. */
export async function startRefusedServer(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawnServer({ PORT: String(await freePort()), ...env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  await once(child, 'exit')
  return { code: child.exitCode, output }
}

/** Runs what `npm start` runs, but without the machine's own `.env`. */
function spawnServer(env: Record<string, string>, folder = '.') {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const words = scripts.start.split(' ').filter((word) => !word.startsWith('--env-file'))
  const node = words.indexOf('node')
  const set = Object.fromEntries(words.slice(0, node).map((word) => word.split('=', 2) as [string, string]))
  return spawn(process.execPath, words.slice(node + 1), {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...set, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function untilReady(url: string): Promise<void> {
  return until('the server is ready', () =>
    // Asks again if no response comes.
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.ok,
      () => false,
    ),
  )
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
