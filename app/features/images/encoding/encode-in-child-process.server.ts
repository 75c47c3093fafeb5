import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'

import { SECOND } from '#app/platform/clock.ts'

import type { EncodeAnswer } from './encode-program.server.ts'

/** Many times what the largest picture takes on a slow machine. */
const TIMEOUT = 90 * SECOND
/** Eight files, none larger than what was sent. */
const MAX_BYTES = 128 * 1024 * 1024

let last: Promise<unknown> = Promise.resolve()

/**
 * Encodes in a process that ends with the picture, one at a time: what a picture does to its decoder is felt by nobody
 * else, and the memory is given back.
 * @throws where the process fails or takes too long.
 */
export function encodeInChildProcess(bytes: Uint8Array): Promise<EncodeAnswer> {
  const encoding = last.then(() => runProgram(bytes))
  last = encoding.catch(() => {})
  return encoding
}

function runProgram(bytes: Uint8Array): Promise<EncodeAnswer> {
  // In development and in tests Node runs the source; the build has it as a program, made by scripts/build.ts.
  const program = import.meta.env?.PROD
    ? resolve('build/server/encode-program.js')
    : join(import.meta.dirname, 'encode-program.server.ts')
  return new Promise((done, fail) => {
    const child = execFile(
      process.execPath,
      [program],
      // No variable of ours, for some are secret.
      { env: { NODE_ENV: 'production' }, timeout: TIMEOUT, maxBuffer: MAX_BYTES },
      (error, written) => (error ? fail(error) : done(JSON.parse(written) as EncodeAnswer)),
    )
    // A program that ends before it has read says so by its exit code.
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
  })
}
