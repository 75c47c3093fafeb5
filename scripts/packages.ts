import { globSync, readFileSync } from 'node:fs'

type Dependencies = Readonly<Record<string, string>>

export type LockedPackage = {
  version: string
  integrity?: string
  resolved?: string
  license?: string
  dev?: boolean
  hasInstallScript?: boolean
  /** True if it is part of the parent package's archive and hash. */
  inBundle?: boolean
  dependencies?: Dependencies
  devDependencies?: Dependencies
}

export type Lock = { lockfileVersion: number; packages: Readonly<Record<string, LockedPackage>> }

export type Project = {
  dependencies: Dependencies
  devDependencies: Dependencies
  optionalDependencies: Dependencies
  /** npm runs no install scripts except those listed here. */
  allowScripts: Readonly<Record<string, boolean>>
}

export function readLock(): Lock {
  return JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
}

export function readProject(): Project {
  return JSON.parse(readFileSync('package.json', 'utf8')) as Project
}

export function productionPackages({ packages }: Lock): [path: string, locked: LockedPackage][] {
  return Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
}

/** Only the build reads app/routes.ts. */
export function importedPackages(names: readonly string[]): string[] {
  const sources = globSync('{server.ts,{app,server}/**/*.{ts,tsx,css}}')
    .filter((path) => path !== 'app/routes.ts' && !/\.(test|spec)\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  return names.filter((name) => sources.includes(`'${name}'`) || sources.includes(`'${name}/`))
}

/** Returns the production packages, and the bundled development packages with their dependencies. */
export function shippedPackages(lock: Lock, project: Project): [path: string, locked: LockedPackage][] {
  const shipped = new Map(productionPackages(lock))
  const waiting = importedPackages(Object.keys(project.devDependencies)).map((name) => `node_modules/${name}`)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const locked = lock.packages[path]
    if (!locked || shipped.has(path)) continue
    shipped.set(path, locked)
    for (const name of Object.keys(locked.dependencies ?? {})) {
      const found = resolvePackage(lock, path, name)
      if (found) waiting.push(found)
    }
  }
  return [...shipped].sort(([a], [b]) => a.localeCompare(b))
}

/** Resolves like Node: the package's own folder first, then those above. */
function resolvePackage({ packages }: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}
