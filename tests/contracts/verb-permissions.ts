import { globSync, readFileSync } from 'node:fs'

import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Permission } from '#app/platform/permissions.ts'

export type SourceFunction = { name: string; path: string; isExported: boolean; body: string }

const HEAD = /^(export )?(?:async )?function\*? (\w+)/gm
const NAMED = /requireActor\(\s*\w+,\s*'([a-z]+\.(?:read|write))'/g

/** All top-level functions of the features' server files, with their source. */
export const sourceFunctions: readonly SourceFunction[] = globSync(
  'app/features/**/*.server.{ts,tsx}',
).flatMap((path) => {
  const source = readFileSync(path, 'utf8')
  const heads = [...source.matchAll(HEAD)]
  return heads.map(({ 1: exported, 2: name, index }, at) => ({
    name: assertDefined(name, 'the pattern has it'),
    path,
    isExported: exported !== undefined,
    body: source.slice(index, heads[at + 1]?.index),
  }))
})

/** Returns the permissions that a function asks for itself. */
export function namedIn({ body }: SourceFunction): Permission[] {
  return [...new Set([...body.matchAll(NAMED)].map(([, named]) => named as Permission))]
}

/** The permission area of each group of settings by its export's name; those that are not audited have none. */
const settingAreas: ReadonlyMap<string, string> = new Map(
  globSync('app/**/*.server.ts').flatMap((path) =>
    [
      ...readFileSync(path, 'utf8').matchAll(/^export const (\w+) = defineSetting\(\{([\s\S]*?)^\}\)/gm),
    ].flatMap(([, name = '', declared = '']) =>
      /audit: null/.test(declared)
        ? []
        : [[name, /^ {2}area: '(\w+)'/m.exec(declared)?.[1] ?? 'settings'] as const],
    ),
  ),
)

function ofSettings(body: string): Permission[] {
  return [...body.matchAll(/(\w+)\.(save|saveAsPart|readAsOwner)\(/g)].flatMap(([, name = '', call]) => {
    const area = settingAreas.get(name)
    return area === undefined ? [] : [`${area}.${call === 'readAsOwner' ? 'read' : 'write'}` as Permission]
  })
}

/** Returns the permissions that a verb asks for, or else those of the functions that it calls. */
export function permissionsOfVerb(name: string, depth = 3): Permission[] {
  if (name.includes('.')) return ofSettings(`${name}(`)
  const own = sourceFunctions.find((each) => each.name === name && each.isExported)
  return own ? permissionsOf(own, depth) : []
}

function permissionsOf(given: SourceFunction, depth: number): Permission[] {
  const own = namedIn(given)
  const named = own.length > 0 ? own : ofSettings(given.body)
  if (named.length > 0 || depth === 0) return named
  const called = sourceFunctions.filter(
    (each) =>
      each.name !== given.name &&
      (each.isExported || each.path === given.path) &&
      new RegExp(`\\b${each.name}[(<]`).test(given.body),
  )
  return [...new Set(called.flatMap((each) => permissionsOf(each, depth - 1)))]
}
