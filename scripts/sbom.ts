import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { importedPackages, readLock, readProject, shippedPackages } from './packages.ts'

const OUT = 'build/sbom.cdx.json'

/** Bundled packages are development packages, so npm gets a project that lists them as dependencies. */
const lock = readLock()
const project = readProject()
const packages = shippedPackages(lock, project)
const bundled = importedPackages(Object.keys(project.devDependencies))
const dependencies = {
  ...project.dependencies,
  ...Object.fromEntries(bundled.map((name) => [name, project.devDependencies[name]])),
}
const folder = mkdtempSync(join(tmpdir(), 'foyer-sbom-'))
try {
  const shown = { ...project, dependencies, devDependencies: {} }
  const root = { ...lock.packages[''], dependencies, devDependencies: {} }
  const listing = packages.map(([path, locked]) => [path, { ...locked, dev: false }])
  writeFileSync(join(folder, 'package.json'), JSON.stringify(shown))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(listing) } }),
  )
  const run = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) throw new Error(run.stderr)
  const { components } = JSON.parse(run.stdout) as { components: { name: string; version: string }[] }
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const missing = packages.filter(([path, { version }]) => !listed.has(`${nameOf(path)}@${version}`))
  if (missing.length > 0) throw new Error(`npm left out ${missing.map(([path]) => path).join(', ')}`)
  mkdirSync('build', { recursive: true })
  writeFileSync(OUT, run.stdout)
} finally {
  rmSync(folder, { recursive: true })
}

const byLicence = Map.groupBy(packages, ([, { license }]) => license ?? 'unknown')
console.log(`${packages.length} packages in ${OUT}; those of every platform are counted.\n`)
for (const [licence, those] of [...byLicence].sort(([, a], [, b]) => b.length - a.length))
  console.log(`${String(those.length).padStart(4)}  ${licence}`)

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
