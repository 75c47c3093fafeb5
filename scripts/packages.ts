import { globSync, readFileSync } from 'node:fs'

type Dependencies = Readonly<Record<string, string>>

export type LockedPackage = {
  version: string
  integrity?: string
  resolved?: string
  license?: string
  /** Needed for development alone. */
  dev?: boolean
  hasInstallScript?: boolean
  /** It lies in the archive of the package it stands in, and is covered by that one's hash. */
  inBundle?: boolean
  dependencies?: Dependencies
  devDependencies?: Dependencies
}

export type Lock = { lockfileVersion: number; packages: Readonly<Record<string, LockedPackage>> }

export type Project = {
  dependencies: Dependencies
  devDependencies: Dependencies
  optionalDependencies: Dependencies
  /** By name: whether a package may run its install script. npm runs none that is not named here. */
  allowScripts: Readonly<Record<string, boolean>>
}

export function readLock(): Lock {
  return JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
}

export function readProject(): Project {
  return JSON.parse(readFileSync('package.json', 'utf8')) as Project
}

/** What an installation without development packages may hold, on whichever platform, by path. */
export function productionPackages({ packages }: Lock): [path: string, locked: LockedPackage][] {
  return Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
}

/** Packages that the product's own source imports, so that they run with it. The list of routes is read by the build alone. */
export function importedPackages(names: readonly string[]): string[] {
  const sources = globSync('{server.ts,{app,server}/**/*.{ts,tsx,css}}')
    .filter((path) => path !== 'app/routes.ts' && !/\.(test|spec)\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  return names.filter((name) => sources.includes(`'${name}'`) || sources.includes(`'${name}/`))
}

/** What the product is made of: production packages, and those of development that are bundled with all they depend on. */
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

/** As Node looks for it: in the package's own folder first, then in those above. */
function resolvePackage({ packages }: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}
