import { readFileSync } from 'node:fs'

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
