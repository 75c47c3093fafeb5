import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { constants, Script } from 'node:vm'

import { compileCache } from './compile-cache.ts'

const built = { chunks: 'build/server/assets', caches: compileCache.directory }

export type Bundle = {
  exports: unknown
  /** Saves the compiled functions for later starts. Does nothing if this start already used saved ones. */
  keepCompiled(): void
}

/**
 * Loads the server's bundle as Node's `require` would, but with functions that an earlier start compiled. Node's own compile
 * cache lacks them: Node fills it before a module runs, and V8 compiles most functions only when they are first called.
 */
export function loadBundle({ chunks, caches } = built): Bundle {
  const index = resolve(chunks, '../index.cjs')
  // V8 accepts a cache if the source has the same length. The hash in the name makes sure that it is the same source.
  const name = /bundle-[\w-]+\.cjs/.exec(readFileSync(index, 'utf8'))?.[0]
  if (name === undefined) throw new Error(`${index} names no bundle.`)
  const filename = resolve(chunks, name)
  const cache = join(caches, `${name}.cache`)
  const { script, isCompiled } = compile(filename, readIfThere(cache))
  const require = createRequire(filename)
  const module = new Module(filename)
  // Other chunks that require the bundle get this module.
  require.cache[filename] = module
  const run = script.runInThisContext() as (...scope: unknown[]) => void
  run.call(module.exports, module.exports, require, module, filename, dirname(filename))
  module.loaded = true
  return {
    exports: require(index),
    keepCompiled() {
      if (isCompiled) return
      mkdirSync(caches, { recursive: true })
      const unfinished = `${cache}.${process.pid}`
      // Flushed to disk before it is renamed, because V8 does not notice a cache damaged by a power cut.
      writeFileSync(unfinished, script.createCachedData(), { flush: true })
      renameSync(unfinished, cache)
    },
  }
}

function compile(filename: string, cachedData: Buffer | undefined): { script: Script; isCompiled: boolean } {
  // The build writes it in ASCII, which takes half the memory of other text.
  const script = new Script(Module.wrap(readFileSync(filename, 'latin1')), {
    filename,
    ...(cachedData && { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  return { script, isCompiled: cachedData !== undefined && script.cachedDataRejected === false }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
