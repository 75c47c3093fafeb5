import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { Ctx } from '#app/platform/context.server.ts'

import { BACKUP_PURPOSE } from './backup-format.ts'
import { BackupRefused } from './backup-refused.ts'
import { type RestoreTestAnswer, restoreTestAnswerSchema, type RestoreTestOrder } from './restore-test.ts'

export type RestoreTested = Omit<RestoreTestAnswer & { kind: 'restored' }, 'kind' | 'digest' | 'signature'>

/**
 * Restores a backup into a scratch database, of the embedded kind whatever made the backup, holds it against its manifest
 * and deletes it again, in a process of its own.
 * @throws {BackupRefused} where it could not be restored
 */
export async function testRestore(ctx: Ctx, path: string, signal: AbortSignal): Promise<RestoreTested> {
  const { passphrase, dataDir } = ctx.backup
  const scratch = join(dataDir, `restore-test-${randomUUID()}`)
  try {
    const answer = await runProgram({ path, passphrase, scratch }, signal)
    if (answer.kind === 'refused') throw new BackupRefused(answer.reason)
    const { kind: _kind, digest, signature, ...tested } = answer
    if (!ctx.signer.verify(BACKUP_PURPOSE, digest, signature))
      throw new BackupRefused('The backup was made under another APP_SECRET.')
    return tested
  } finally {
    // What a program that was killed could not delete.
    await rm(scratch, { recursive: true, force: true })
  }
}

function runProgram(order: RestoreTestOrder, signal: AbortSignal): Promise<RestoreTestAnswer> {
  // In development and in tests Node runs the source; the build has it as a program, made by scripts/build.ts.
  const program = import.meta.env?.PROD
    ? resolve('build/server/restore-test-program.js')
    : join(import.meta.dirname, 'restore-test-program.server.ts')
  return new Promise((done, fail) => {
    const child = execFile(
      process.execPath,
      [program],
      // No variable of ours, for some are secret.
      { env: { NODE_ENV: 'production' }, signal, killSignal: 'SIGKILL' },
      (error, written, complaint) =>
        error
          ? fail(
              new Error(`The test ended before its time: ${complaint.trim().split('\n').at(-1) ?? ''}`, {
                cause: error,
              }),
            )
          : done(restoreTestAnswerSchema.parse(JSON.parse(written))),
    )
    // A program that ends before it has read says so by its exit code.
    child.stdin?.on('error', () => {})
    child.stdin?.end(JSON.stringify(order))
  })
}
