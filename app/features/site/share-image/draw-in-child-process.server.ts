import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

import type { ShareTexts } from './draw-share-image.server.tsx'

/** Made by scripts/build.ts. */
const PROGRAM = 'build/server/share-image-program.js'
/** Many times what a drawing takes on a slow machine, in milliseconds. */
const TIMEOUT = 20_000
const MAX_BYTES = 1024 * 1024

/**
 * Draws in a process that ends with the drawing: layout, fonts and pixels take 100 MB, which their native code would never
 * give back to ours. In development and in unit tests, which have no build, they are drawn here.
 */
export async function drawInChildProcess(texts: ShareTexts): Promise<Buffer> {
  if (!import.meta.env.PROD) {
    const { drawShareImage } = await import('./draw-share-image.server.tsx')
    return drawShareImage(texts)
  }
  return new Promise((done, fail) => {
    const child = execFile(
      process.execPath,
      [resolve(PROGRAM)],
      // No variable of ours, for some are secret.
      { encoding: 'buffer', env: { NODE_ENV: 'production' }, timeout: TIMEOUT, maxBuffer: MAX_BYTES },
      (error, png) => (error ? fail(error) : done(png)),
    )
    // A program that ends before it has read says so by its exit code.
    child.stdin?.on('error', () => {})
    child.stdin?.end(JSON.stringify(texts))
  })
}
