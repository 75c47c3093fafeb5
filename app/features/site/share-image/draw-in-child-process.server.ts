import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

import type { Drawings } from './drawings.server.ts'

/** Built by scripts/build.ts. */
const PROGRAM = 'build/server/share-image-program.js'
/** In milliseconds, far more than a drawing takes on a slow machine. */
const TIMEOUT = 20_000
const MAX_BYTES = 4 * 1024 * 1024

type Drawn = { [Kind in keyof Drawings]: Awaited<ReturnType<Drawings[Kind]>> }

/**
 * Draws in a process that exits afterwards, because layout, fonts and pixels take 100 MB that their native code would
 * not release. In development and unit tests, which have no build, it draws in this process.
 */
export async function drawInChildProcess<Kind extends keyof Drawings>(
  kind: Kind,
  input: Parameters<Drawings[Kind]>[0],
): Promise<Drawn[Kind]> {
  if (!import.meta.env.PROD) {
    const { drawings } = await import('./drawings.server.ts')
    // Each kind has its own input and output, which the union type cannot express.
    return (drawings[kind] as (input: unknown) => Promise<Drawn[Kind]>)(input)
  }
  return new Promise((done, fail) => {
    const child = execFile(
      process.execPath,
      [resolve(PROGRAM), kind],
      // Pass on none of the server's variables, because some are secret.
      { env: { NODE_ENV: 'production' }, timeout: TIMEOUT, maxBuffer: MAX_BYTES },
      (error, json) => (error ? fail(error) : done(JSON.parse(json) as Drawn[Kind])),
    )
    // If the program ends before reading its input, its exit code reports that.
    child.stdin?.on('error', () => {})
    child.stdin?.end(JSON.stringify(input))
  })
}
