import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'

import { SECOND } from '#app/platform/clock.ts'

import type { EncodeAnswer } from './encode-program.server.ts'

const TIMEOUT = 90 * SECOND
const MAX_BYTES = 128 * 1024 * 1024

let last: Promise<unknown> = Promise.resolve()

/** Encodes each picture in a process of its own, one at a time: what its decoder does harms no request. */
export function encodeInChildProcess(bytes: Uint8Array): Promise<EncodeAnswer> {
  const encoding = last.then(() => runProgram(bytes))
  last = encoding.catch(() => {})
  return encoding
}

function runProgram(bytes: Uint8Array): Promise<EncodeAnswer> {
  // The build makes the program (scripts/build.ts); development and tests run the source.
  const program = import.meta.env?.PROD
    ? resolve('build/server/encode-program.js')
    : join(import.meta.dirname, 'encode-program.server.ts')
  return new Promise((done, fail) => {
    const child = execFile(
      process.execPath,
      [program],
      // Pass no variables of ours: some are secret.
      { env: { NODE_ENV: 'production' }, timeout: TIMEOUT, maxBuffer: MAX_BYTES },
      (error, written) => (error ? fail(error) : done(JSON.parse(written) as EncodeAnswer)),
    )
    // A program that ends early reports it by its exit code.
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
  })
}
