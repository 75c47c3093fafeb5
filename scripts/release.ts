import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { readLock, readProject } from './packages.ts'
import { findReleaseFaults } from './release-version.ts'
import { tryRelease } from './try-release.ts'

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
await tryRelease(OUT, name)
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
