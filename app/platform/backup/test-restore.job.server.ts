import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'

import { z } from 'zod'

import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineJob, NeverFinished } from '#app/platform/jobs/job.server.ts'
import type { Schedule } from '#app/platform/jobs/schedule.server.ts'

import { BACKUP_PURPOSE, BackupRefused } from './backup-format.ts'
import { backupStatus, restoreTestStatus } from './backup-records.server.ts'
import { type ListedBackup, listOwnBackups } from './list-backups.server.ts'
import { type RestoreTestAnswer, restoreTestAnswerSchema, type RestoreTestOrder } from './restore-test.ts'

/** Restores the newest backup on trial and notes for the admin what came of it. */
export const testNewestBackup = defineJob({
  name: 'test-restore',
  lane: 'backup',
  payload: z.object({}),
  maxAttempts: 2,
  concurrency: 1,
  async run(ctx, _payload, { signal }) {
    const backups = await listOwnBackups(ctx)
    const [newest] = backups
    try {
      if (!newest) return await refuseMissing(ctx)
      await removeLeft(ctx.backup.dataDir)
      await test(ctx, newest, { backups, signal })
    } catch (error) {
      // One that a shutdown ended is done by whoever takes the job over.
      if (!signal.aborted) await noteFailure(ctx, newest?.name ?? null, error)
      throw error
    }
  },
  async givenUp(ctx, _payload, error) {
    // The process was gone before it could note anything.
    if (error instanceof NeverFinished) await noteFailure(ctx, null, error)
  },
})

/** An hour after the nightly backup, UTC. */
export const testNewestBackupNightly: Schedule = {
  name: 'test-restore',
  every: DAY,
  offset: 2 * HOUR + 10 * MINUTE,
  job: testNewestBackup,
}

async function test(
  ctx: Ctx,
  { name, path }: ListedBackup,
  { backups, signal }: { backups: readonly ListedBackup[]; signal: AbortSignal },
): Promise<void> {
  const start = performance.now()
  const tested = await testRestore(ctx, path, signal)
  const at = ctx.clock.now()
  const last = { at, name, ...tested, milliseconds: Math.round(performance.now() - start) }
  const { passed } = await restoreTestStatus.read(ctx)
  const there = new Set(backups.map((backup) => backup.name))
  const stillThere = Object.entries(passed).filter(([each]) => there.has(each))
  await restoreTestStatus.save(ctx, {
    last,
    failure: null,
    passed: { ...Object.fromEntries(stillThere), [name]: at },
  })
  ctx.log.info(last, 'backup.restore_tested')
}

/** Before the first backup there is none to test; afterwards it lies elsewhere or was deleted. */
async function refuseMissing(ctx: Ctx): Promise<void> {
  const { last } = await backupStatus.read(ctx)
  if (last)
    throw new Error(
      `No backup is in ${ctx.backup.folder}; the newest was written by ${last.host} to ${last.path}.`,
    )
}

async function noteFailure(ctx: Ctx, name: string | null, error: unknown): Promise<void> {
  ctx.log.error({ error, name }, 'backup.restore_test_failed')
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const status = await restoreTestStatus.read(ctx)
  await restoreTestStatus.save(ctx, {
    ...status,
    failure: { at: ctx.clock.now(), name, reason, host: hostname() },
  })
}

/** Scratch databases of processes that were killed; no two tests run at a time. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith('restore-test-')) await rm(join(folder, name), { recursive: true, force: true })
}

type RestoreTested = Omit<RestoreTestAnswer & { kind: 'restored' }, 'kind' | 'digest' | 'signature'>

/**
 * Restores a backup into a scratch database, of the embedded kind whatever made the backup, holds it against its manifest
 * and deletes it again, in a process of its own.
 * @throws {BackupRefused} where it could not be restored
 */
async function testRestore(ctx: Ctx, path: string, signal: AbortSignal): Promise<RestoreTested> {
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
