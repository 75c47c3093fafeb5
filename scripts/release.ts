import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { freePort } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

import { readLock, readProject } from './packages.ts'
import { findReleaseFaults } from './release-version.ts'

/**
 * `npm run release` writes an archive of what production needs, its SBOM and SHA-256 sums to `release/`, then unpacks
 * and starts it in an empty folder. `-- --draft` allows uncommitted and unannounced changes.
 */
const OUT = resolve('release')
const isDraft = process.argv.includes('--draft')
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const name = `foyer-${version}`

const faults = findReleaseFaults({
  version,
  lockedVersion: (readLock() as unknown as { version: string }).version,
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
  status: git('status', '--porcelain'),
  isTaken: ![git('rev-parse', 'HEAD'), ''].includes(git('rev-list', '-1', `v${version}`)),
})
for (const fault of faults) console.error(fault)
if (faults.length > 0 && !isDraft) process.exit(1)

rmSync('build', { recursive: true, force: true })
run('node', ['scripts/build.ts'])
run('node', ['scripts/sbom.ts'])
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT)
const archive = `${name}.tar.gz`
const sbom = `${name}.cdx.json`
pack(join(OUT, archive))
copyFileSync('build/sbom.cdx.json', join(OUT, sbom))
const sums = [archive, sbom].map((file) => `${sha256(join(OUT, file))}  ${file}\n`).join('')
writeFileSync(join(OUT, 'SHA256SUMS'), sums)
process.stdout.write(sums)
await tryRelease()
console.log(`Released into ${OUT}. To publish, run git tag v${version} and distribute these three files.`)

/** With GNU tar, gives the same bytes for the same commit: sorted, without owner, and with the commit's date. */
function pack(to: string): void {
  const staging = mkdtempSync(join(tmpdir(), 'foyer-release-'))
  try {
    const folder = join(staging, name)
    mkdirSync(join(folder, 'scripts'), { recursive: true })
    for (const path of [
      'build',
      'deploy',
      'docs',
      'CHANGELOG.md',
      'README.md',
      '.node-version',
      'scripts/command.ts',
    ])
      cpSync(path, join(folder, path), { recursive: true })
    // Compiled modules differ between builds, and the archive must not.
    for (const left of ['build/.sources', 'build/compile-cache', 'build/sbom.cdx.json'])
      rmSync(join(folder, left), { recursive: true, force: true })
    writeFileSync(join(folder, 'package.json'), toJson(productionProject()))
    writeFileSync(join(folder, 'package-lock.json'), toJson(productionLock()))
    const isGnu = spawnSync('tar', ['--version'], { encoding: 'utf8' }).stdout.includes('GNU')
    const date = git('log', '-1', '--format=%cI')
    const plain = [
      '--sort=name',
      `--mtime=${date}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
    ]
    const tar = execFileSync('tar', [...(isGnu ? plain : []), '-C', staging, '-cf', '-', name], {
      maxBuffer: 512 * 1024 * 1024,
    })
    // Reading from a pipe, gzip stores no name and no time.
    writeFileSync(to, execFileSync('gzip', ['-9', '-n'], { input: tar, maxBuffer: 512 * 1024 * 1024 }))
  } finally {
    rmSync(staging, { recursive: true })
  }
}

/** Keeps only the scripts that run what the archive contains, because nothing is built from it. */
function productionProject(): object {
  const {
    devDependencies: _,
    scripts,
    ...project
  } = readProject() as ReturnType<typeof readProject> & {
    scripts: Readonly<Record<string, string>>
  }
  const kept = Object.entries(scripts).filter(
    ([script, command]) =>
      script === 'start' || script === 'postinstall' || command.includes('scripts/command.ts'),
  )
  return { ...project, scripts: Object.fromEntries(kept) }
}

function productionLock(): object {
  const lock = readLock()
  const { devDependencies: _, ...root } = { ...lock.packages[''] }
  const kept = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev)
  return { ...lock, packages: { '': root, ...Object.fromEntries(kept) } }
}

function toJson(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** Returns the output of git; empty if it fails, as for a missing tag. */
function git(...args: string[]): string {
  return (spawnSync('git', args, { encoding: 'utf8' }).stdout ?? '').trim()
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Checks the sums, unpacks, installs and starts a release as its user would. @throws {Error} if a step fails */
async function tryRelease(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-try-'))
  const root = join(folder, name)
  try {
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: OUT, stdio: 'inherit' })
    execFileSync('tar', ['-xzf', join(OUT, archive), '-C', folder])
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
  const unpacked = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  console.log(
    `Version ${unpacked.version} was unpacked into an empty folder, started, requested and backed up.`,
  )
}
