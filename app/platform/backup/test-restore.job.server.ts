import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { programPath } from '#app/platform/program-path.ts'
import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineJob, NeverFinished } from '#app/platform/jobs/job.server.ts'
import type { Schedule } from '#app/platform/jobs/schedule.server.ts'

import { BACKUP_PURPOSE, BackupRefused } from './backup-format.ts'
import { backupStatus, restoreTestStatus } from './backup-records.server.ts'
import { type ListedBackup, listOwnBackups } from './list-backups.server.ts'
import { type RestoreTestAnswer, restoreTestAnswerSchema, type RestoreTestOrder } from './restore-test.ts'

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
      // After a shutdown, the instance that takes over the job repeats the test.
      if (!signal.aborted) await noteFailure(ctx, newest?.name ?? null, error)
      throw error
    }
  },
  async givenUp(ctx, _payload, error) {
    // The process died before it could record the failure.
    if (error instanceof NeverFinished) await noteFailure(ctx, null, error)
  },
})

/** Every night at 02:10 UTC, after the nightly backup. */
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

/** Throws if there was a backup, because it was moved or deleted. Before the first one there is nothing to test. */
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

/** Removes the scratch folders of killed processes. Two tests never run at the same time. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith('restore-test-')) await rm(join(folder, name), { recursive: true, force: true })
}

type RestoreTested = Omit<RestoreTestAnswer & { kind: 'restored' }, 'kind' | 'digest' | 'signature'>

/** Restores into a scratch database in a separate process. @throws {BackupRefused} if the backup is bad */
async function testRestore(ctx: Ctx, path: string, signal: AbortSignal): Promise<RestoreTested> {
  const { passphrase, dataDir } = ctx.backup
  const scratch = join(dataDir, `restore-test-${randomUUID()}`)
  try {
    const answer = await runProgram({ path, passphrase, scratch }, signal)
    if (answer.kind === 'refused') throw new BackupRefused(answer.reason)
    const { kind: _kind, digest, signature, ...tested } = answer
    if (!ctx.signer.verify(BACKUP_PURPOSE, digest, signature))
      throw new BackupRefused('The backup was made with another APP_SECRET.')
    return tested
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function runProgram(order: RestoreTestOrder, signal: AbortSignal): Promise<RestoreTestAnswer> {
  const program = programPath('restore-test-program', import.meta.dirname)
  return new Promise((done, fail) => {
    const child = execFile(
      process.execPath,
      [program],
      // Passes no other variables, because some are secret.
      { env: { NODE_ENV: 'production' }, signal, killSignal: 'SIGKILL' },
      (error, written, complaint) =>
        error
          ? fail(
              new Error(`The test ended before its time: ${lastLineOf(complaint)}`, {
                cause: error,
              }),
            )
          : done(restoreTestAnswerSchema.parse(JSON.parse(written))),
    )
    // If the program ends early, `execFile` reports its exit code.
    child.stdin?.on('error', () => {})
    child.stdin?.end(JSON.stringify(order))
  })
}

function lastLineOf(text: string): string {
  return assertDefined(text.trim().split('\n').at(-1), 'a split text has a last part')
}
