import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { constants, Script } from 'node:vm'

import { compileCache } from './compile-cache.ts'

const built = { chunks: 'build/server/assets', caches: compileCache.directory }

export type Bundle = {
  exports: unknown
  /** Writes V8's code cache if the start found none that it could use. */
  keepCompiled(): void
}

/**
 * Loads the server's bundle as Node's `require` would, but with a code cache that was made after a start. It contains the
 * functions that a start calls; Node makes its own cache before a module runs, and leaves them out.
 */
export function loadBundle({ chunks, caches } = built): Bundle {
  const index = resolve(chunks, '../index.cjs')
  // The name contains a hash of the content, because V8 compares only the length of the source.
  const name = /bundle-[\w-]+\.cjs/.exec(readFileSync(index, 'utf8'))?.[0]
  if (name === undefined) throw new Error(`${index} names no bundle.`)
  const filename = resolve(chunks, name)
  const cache = join(caches, `${name}.cache`)
  const { script, isCompiled } = compile(filename, readIfThere(cache))
  const require = createRequire(filename)
  const module = new Module(filename)
  // The other chunks find it here.
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
      // Flushed, because V8 does not check the content of a cache.
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
