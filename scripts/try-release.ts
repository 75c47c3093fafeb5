import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

/** Checks the sums, unpacks, installs and starts a release as its user would. @throws {Error} if a step fails */
export async function tryRelease(release: string, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-try-'))
  const root = join(folder, name)
  try {
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release, stdio: 'inherit' })
    execFileSync('tar', ['-xzf', join(release, `${name}.tar.gz`), '-C', folder])
    // As on a fresh machine: none of our packages on PATH, and no npm settings from the environment.
    const bare = Object.entries(process.env).filter(([key]) => !/^npm_|^NODE_ENV$/.test(key))
    const env = Object.fromEntries(bare)
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      env,
      stdio: 'inherit',
    })
    await startAndAsk(root, { ...env, PORT: String(await freePort()), DATA_DIR: join(folder, 'data') })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startAndAsk(root: string, env: Record<string, string | undefined>): Promise<void> {
  const url = `http://127.0.0.1:${env['PORT']}`
  const command = (...words: string[]) =>
    execFileSync('npm', ['run', '--silent', ...words], { cwd: root, env, encoding: 'utf8' })
  const server = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const exited = once(server, 'exit')
  try {
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await Promise.race([
      until('the unpacked server is ready', isReady),
      exited.then(() => Promise.reject(new Error('The unpacked server ended.'))),
    ])
    const page = await (await fetch(url)).text()
    const [asset = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? []
    const { status } = await fetch(`${url}${asset}`)
    if (asset === '' || status !== 200) throw new Error(`The home page's script answers ${status}.`)
    command('seed')
    console.log(command('backup').trim())
  } finally {
    // Signal the whole group: npm and the server that it started.
    if (server.pid) process.kill(-server.pid, 'SIGTERM')
    await exited
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  console.log(`Version ${version} was unpacked into an empty folder, started, asked and backed up.`)
}
