import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs'

import { importedPackages, type LockedPackage, readLock, readProject, shippedPackages } from './packages.ts'

/** Megabytes on disk. An image contains the production packages without Node. */
const budgets = { development: 545, production: 300, image: 110 }

/**
 * MPL-2.0 and LGPL-3.0 ask only for the source of the library itself. OFL-1.1 only forbids selling the fonts alone. `BSD`
 * is what the package duck calls the BSD licence of two clauses.
 */
const allowedLicences = new Set([
  '0BSD',
  'AFL-2.1',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
])

const lock = readLock()
const project = readProject()
const faults: string[] = []

for (const [path, locked] of Object.entries(lock.packages)) {
  if (path === '') continue
  if (!locked.inBundle && !locked.integrity?.startsWith('sha512-'))
    faults.push(`package-lock.json has no SHA-512 of ${path}.`)
  if (locked.resolved && !locked.resolved.startsWith('https://registry.npmjs.org/'))
    faults.push(`package-lock.json does not take ${path} from the registry.`)
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  if (locked.hasInstallScript && project.allowScripts[name] === undefined)
    faults.push(`${name} has an install script that allowScripts in package.json does not mention.`)
}

for (const [path, { license }] of shippedPackages(lock, project))
  if (license === undefined || !isAllowed(license))
    faults.push(
      `${path} is under ${license ?? 'no licence'}, which is not on the list of scripts/check-packages.ts.`,
    )

const described = describedPackages()
const direct = { ...project.dependencies, ...project.devDependencies, ...project.optionalDependencies }
for (const [name, version] of Object.entries(direct)) {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) faults.push(`${name} is not pinned to one version.`)
  if (!described.some((pattern) => isMeant(pattern, name)))
    faults.push(`docs/dependencies.md does not say why ${name} is needed.`)
}
for (const pattern of described)
  if (!Object.keys(direct).some((name) => isMeant(pattern, name)))
    faults.push(`docs/dependencies.md describes ${pattern}, which package.json does not have.`)

const needed = Object.keys(project.dependencies)
const imported = new Set(importedPackages(needed))
for (const name of needed)
  if (!imported.has(name))
    faults.push(
      `${name} is in dependencies, but nothing that runs imports it: it belongs to devDependencies.`,
    )

const installed = Object.entries(lock.packages).filter(([path]) => path !== '' && existsSync(path))
const inProduction = installed.filter(([, { dev }]) => !dev)
const sizes = {
  development: megabytes(installed),
  production: megabytes(inProduction),
  image: megabytes(inProduction.filter(([path]) => !path.startsWith('node_modules/node-'))),
}
for (const name of ['development', 'production', 'image'] as const)
  if (sizes[name] > budgets[name])
    faults.push(
      `The packages of ${name} take ${sizes[name].toFixed(0)} MB, more than the ${budgets[name]} MB allowed.`,
    )
console.log(
  `packages: ${sizes.development.toFixed(0)} MB in development, ${sizes.production.toFixed(0)} in production, ${sizes.image.toFixed(0)} in an image`,
)

for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

/** Evaluates SPDX expressions as npm packages use them, without nested brackets. */
function isAllowed(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((side) => side.split(' AND ').every((licence) => allowedLicences.has(licence)))
}

/** Returns the first cells of the tables: package names, or `@scope/*`. */
function describedPackages(): string[] {
  return readFileSync('docs/dependencies.md', 'utf8')
    .split('\n')
    .flatMap((line) => /^\| ([@a-z][^|]*?) \|/.exec(line)?.[1]?.split(', ') ?? [])
}

function isMeant(pattern: string, name: string): boolean {
  return pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name
}

function megabytes(packages: readonly (readonly [string, LockedPackage])[]): number {
  let bytes = 0
  for (const [path] of packages)
    for (const file of globSync('**', { cwd: path, exclude: (name) => name === 'node_modules' })) {
      const { size } = lstatSync(`${path}/${file}`)
      bytes += Math.ceil(size / 4096) * 4096
    }
  return bytes / 1024 ** 2
}
