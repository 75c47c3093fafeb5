import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

import type { Drawings } from './drawings.server.ts'

/** Made by scripts/build.ts. */
const PROGRAM = 'build/server/share-image-program.js'
/** Many times what a drawing takes on a slow machine, in milliseconds. */
const TIMEOUT = 20_000
const MAX_BYTES = 4 * 1024 * 1024

type Drawn = { [Kind in keyof Drawings]: Awaited<ReturnType<Drawings[Kind]>> }

/**
 * Draws in a process that ends with the drawing: layout, fonts and pixels take 100 MB, which their native code would never
 * give back to ours. In development and in unit tests, which have no build, they are drawn here.
 */
export async function drawInChildProcess<Kind extends keyof Drawings>(
  kind: Kind,
  input: Parameters<Drawings[Kind]>[0],
): Promise<Drawn[Kind]> {
  if (!import.meta.env.PROD) {
    const { drawings } = await import('./drawings.server.ts')
    // The kind decides what it takes and gives, which the type of a union does not say.
    return (drawings[kind] as (input: unknown) => Promise<Drawn[Kind]>)(input)
  }
  return new Promise((done, fail) => {
    const child = execFile(
      process.execPath,
      [resolve(PROGRAM), kind],
      // No variable of ours, for some are secret.
      { env: { NODE_ENV: 'production' }, timeout: TIMEOUT, maxBuffer: MAX_BYTES },
      (error, json) => (error ? fail(error) : done(JSON.parse(json) as Drawn[Kind])),
    )
    // A program that ends before it has read says so by its exit code.
    child.stdin?.on('error', () => {})
    child.stdin?.end(JSON.stringify(input))
  })
}
