import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import type { DevEnvironment, TransformResult, ViteDevServer } from 'vite'

type Kept = { changedAt: number; result: TransformResult }
type Stored = { version: string; modules: Record<string, Kept> }

const MADE_OF = ['package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'app/routes.ts']
const AFTER = 1500

/**
 * Keeps the server's transformed modules in a file, because a start of `npm run dev` would otherwise spend most of its
 * time on them. A module is used again while its source is unchanged.
 */
export function keepTransformedModules({ environments: { ssr }, config }: ViteDevServer, path: string): void {
  const version = versionOf(MADE_OF)
  const modules = readModules(path, version)
  const transform = ssr.transformRequest.bind(ssr)
  let timer: ReturnType<typeof setTimeout> | undefined
  const storeSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => storeModules(path, { version, modules: Object.fromEntries(modules) }), AFTER)
  }
  ssr.transformRequest = async (url) => {
    const changedAt = url.startsWith('/app/') ? changeOf(config.root + url) : null
    const kept = modules.get(url)
    if (kept && kept.changedAt === changedAt) return enter(ssr, url, kept.result)
    const result = await transform(url)
    if (result && changedAt !== null) {
      modules.set(url, { changedAt, result })
      storeSoon()
    }
    return result
  }
}

/** Adds the module to Vite's graph with what it imports, so that a change to one of these makes it outdated. */
async function enter(
  { moduleGraph }: DevEnvironment,
  url: string,
  result: TransformResult,
): Promise<TransformResult> {
  const module = await moduleGraph.ensureEntryFromUrl(url)
  if (module.transformResult) return module.transformResult
  moduleGraph.updateModuleTransformResult(module, result)
  const imported = [result.deps, result.dynamicDeps]
    .flat()
    .filter((each) => each?.startsWith('/'))
    // Vite writes the address of a virtual module so.
    .map((each) => String(each).replace('/@id/__x00__', '\0'))
  await moduleGraph.updateModuleInfo(module, new Set(imported), null, new Set(), null, false)
  return result
}

function changeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null
}

function versionOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(readFileSync(path))
  return hash.digest('hex')
}

function readModules(path: string, version: string): Map<string, Kept> {
  try {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Stored
    return new Map(stored.version === version ? Object.entries(stored.modules) : [])
  } catch {
    return new Map()
  }
}

function storeModules(path: string, stored: Stored): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(stored))
}
