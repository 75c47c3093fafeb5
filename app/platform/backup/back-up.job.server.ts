import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'

import { z } from 'zod'

import { DAY, HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import type { Schedule } from '#app/platform/jobs/schedule.server.ts'

import { NothingToBackUp } from './backup-format.ts'
import { backupStatus } from './backup-records.server.ts'
import { backupSettings } from './backup-settings.server.ts'
import { listOwnBackups, listUnderOurSecret, outlived } from './list-backups.server.ts'
import { writeBackup } from './write-backup.server.ts'

export const backUp = defineJob({
  name: 'back-up',
  lane: 'backup',
  payload: z.object({}),
  maxAttempts: 3,
  concurrency: 1,
  async run(ctx, _payload, { signal }) {
    const start = performance.now()
    try {
      const { path, bytes, rows, manifest } = await writeBackup(ctx, { signal })
      const { keep } = await backupSettings.read(ctx)
      await deleteOutlived(ctx, keep)
      const last = {
        at: Date.parse(manifest.takenAt),
        path,
        bytes,
        rows,
        files: manifest.files.length,
        uploads: manifest.uploads,
        encrypted: ctx.backup.passphrase !== null,
        milliseconds: Math.round(performance.now() - start),
        host: hostname(),
      }
      await backupStatus.save(ctx, { last, failure: null })
      ctx.log.info(last, 'backup.written')
    } catch (error) {
      if (error instanceof NothingToBackUp && (await listUnderOurSecret(ctx)).length === 0) {
        ctx.log.info({}, 'backup.nothing_yet')
        return
      }
      // After a shutdown, the instance that takes over the job makes the backup.
      if (!signal.aborted) await noteFailure(ctx, error)
      throw error
    }
  },
  async givenUp(ctx, _payload, error) {
    // A job that was stopped, or whose process died, has not recorded its failure.
    await noteFailure(ctx, error)
  },
})

/** Every night at 01:00 UTC. A missed run takes place at the next start. */
export const backUpNightly: Schedule = { name: 'back-up', every: DAY, offset: HOUR, job: backUp }

async function noteFailure(ctx: Ctx, error: unknown): Promise<void> {
  ctx.log.error({ error, folder: ctx.backup.folder }, 'backup.failed')
  const { last } = await backupStatus.read(ctx)
  const reason = error instanceof Error ? error.message : String(error)
  const failure = { at: ctx.clock.now(), reason: reason.slice(0, 500), host: hostname() }
  await backupStatus.save(ctx, { last, failure })
}

/** Keeps other files in the folder. */
async function deleteOutlived(ctx: Ctx, keep: number): Promise<void> {
  for (const { path } of outlived(await listOwnBackups(ctx), keep)) await rm(path, { force: true })
}
