import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

import { rebuildPostIndex } from '../features/blog/search/rebuild-index.server.ts'
import { skipRevisions } from '../features/knowledge/search/current-index.server.ts'
import { parseErasures } from '../features/privacy/erasure-list.server.ts'
import { replayErasures } from '../features/privacy/replay-erasures.server.ts'
import { type Change, recordChange } from '../platform/audit/record-change.server.ts'
import { timeOf } from '../platform/backup/continuous/rebuild-database.server.ts'
import {
  restoreContinuous,
  type RestoredState,
} from '../platform/backup/continuous/restore-continuous.server.ts'
import { findShipPlace, placeOf } from '../platform/backup/continuous/ship-place.server.ts'
import type { ShipPlace } from '../platform/backup/continuous/ship-messages.ts'
import {
  folderTarget,
  openShipTarget,
  type ShipTarget,
} from '../platform/backup/continuous/ship-target.server.ts'
import { restoreBackup, type Restored } from '../platform/backup/restore-backup.server.ts'
import type { RestoreOutcome } from '../platform/backup/backup-records.server.ts'
import { type RestoreRequest, takeRestoreRequest } from '../platform/backup/restore-request.server.ts'
import { systemClock } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.server.ts'
import { BackupRefused } from '../platform/backup/backup-format.ts'
import { findSecret } from '../platform/crypto/secret.server.ts'
import { createSigner } from '../platform/crypto/signer.server.ts'
import { createVault } from '../platform/crypto/vault.server.ts'
import type { Engine } from '../platform/db/engine.server.ts'
import { openDatabase } from '../platform/db/open-database.server.ts'
import type { Env } from '../platform/env.server.ts'
import { hasConnections } from '../platform/files/connected-store.server.ts'
import { moveFiles } from '../platform/files/move-files.job.server.ts'
import { enqueue } from '../platform/jobs/enqueue.server.ts'
import { createLog } from '../platform/log.server.ts'
import { hasSqliteFile } from '../platform/missing-database.server.ts'
import { createCtx } from './runtime.server.ts'

type Step = (ctx: Ctx) => Promise<unknown>

/** Sessions and tokens that ended after the backup was made must not become valid again. */
async function endSessions({ db }: Ctx): Promise<void> {
  const signIns = ['session', 'sign_in_challenge', 'passkey_challenge', 'password_reset'] as const
  const tokens = ['api_token', 'api_replay', 'booking_feed', 'push_subscription'] as const
  const ofApps = ['oauth_code', 'oauth_token', 'oauth_grant'] as const
  for (const table of [...signIns, ...tokens, ...ofApps]) await db.deleteFrom(table).execute()
}

/** The files of a backup are restored to the folder. */
async function moveFilesToBucket(ctx: Ctx): Promise<void> {
  if (ctx.files.moveIn && ctx.files.names === null) await enqueue(ctx, moveFiles, {})
}

export function stepsAfterRestore(by: Change['by'] & object): Step[] {
  return [
    rebuildPostIndex,
    endSessions,
    moveFilesToBucket,
    skipRevisions,
    (ctx) => recordChange(ctx, { what: 'backup.restored', by }),
  ]
}

/**
 * Repeats later erasures in the same transaction.
 * @throws {BackupRefused DatabaseRefused} if nothing was changed.
 */
export async function restoreInstallation(
  env: Env,
  secret: string,
  { path, replace, by }: { path: string; replace: boolean; by: Change['by'] & object },
): Promise<Restored & { /** Erasures that could not be repeated. */ unreadable: number }> {
  let unreadable = 0
  const steps: Step[] = [
    async (ctx) => void ({ unreadable } = await replayErasures(ctx)),
    ...stepsAfterRestore(by),
  ]
  const restored = await restoreBackup(env, {
    path,
    signer: createSigner(secret),
    replace,
    now: systemClock.now(),
    afterRestore: (engine) => takeSteps(env, secret, engine, steps),
  })
  return { ...restored, unreadable }
}

type Moment = {
  target: ShipTarget
  passphrase: string | null
  only: string | null
  at: number | null
  replace: boolean
}

/**
 * The place that the variables name, or the bucket that was connected in the embedded database that is there now.
 * @throws {BackupRefused}
 */
async function findStoredPlace(env: Env, secret: string): Promise<ShipPlace | null> {
  if (env.continuous !== null || env.database || !hasSqliteFile(env.dataDir)) return placeOf(env)
  const engine = await openDatabase(env).catch((error: unknown) => {
    throw new BackupRefused(
      'The database cannot be read, so the bucket that was connected in it is unknown. Name it by S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and BACKUP_PASSPHRASE.',
      { cause: error },
    )
  })
  try {
    const ctx = { db: engine.db, vault: createVault(secret) }
    return (await hasConnections(engine.db)) ? await findShipPlace(env, ctx) : null
  } finally {
    await engine.close()
  }
}

/** "latest" is the target of this installation's continuous backup. A folder is a target, or one stream in it. */
export async function findContinuous(env: Env, secret: string, path: string) {
  const { passphrase, folder } = env.backup
  if (path === 'latest') {
    const place = (await findStoredPlace(env, secret)) ?? { kind: 'folder', folder, passphrase }
    return { target: openShipTarget(place), passphrase: place.passphrase, only: null }
  }
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return null
  return existsSync(join(path, 'catalog.json'))
    ? { target: folderTarget(dirname(resolve(path))), passphrase, only: basename(resolve(path)) }
    : { target: folderTarget(path), passphrase, only: null }
}

/**
 * Rebuilds the database as of a point in time from the continuous backup, and repeats later erasures.
 * @throws {BackupRefused DatabaseRefused} if nothing was changed.
 */
export async function restoreMoment(
  env: Env,
  secret: string,
  { by, ...moment }: Moment & { by: Change['by'] & object },
): Promise<RestoredState & { unreadable: number }> {
  let unreadable = 0
  const restored = await restoreContinuous(env, {
    ...moment,
    signer: createSigner(secret),
    now: systemClock.now(),
    afterRestore: (engine, erasures) =>
      takeSteps(env, secret, engine, [
        async (ctx) => void ({ unreadable } = await replayErasures(ctx, erasures.flatMap(parseErasures))),
        ...stepsAfterRestore(by),
      ]),
  })
  return { ...restored, unreadable }
}

/** `engine.db` must be a transaction. */
export async function takeSteps(
  env: Env,
  secret: string,
  engine: Engine,
  steps: readonly Step[],
): Promise<void> {
  const { ctx, close } = await createCtx(env, { log: createLog({ level: env.logLevel }), secret, engine })
  try {
    for (const step of steps) await step(ctx)
  } finally {
    await close()
  }
}

/** Runs before the server starts, which it does whatever the result. @returns null if no restore was requested */
export async function carryOutRestore(env: Env): Promise<RestoreOutcome | null> {
  const taken = await takeRestoreRequest(env.dataDir)
  if (!taken) return null
  const { request, wasInterrupted } = taken
  const outcome = { at: systemClock.now(), name: request.name }
  if (wasInterrupted)
    return {
      ...outcome,
      failure:
        'The server ended during the restore. The data shown is complete; please check whether it is the backup or what was there before.',
      notes: [],
    }
  try {
    return { ...outcome, failure: null, notes: await restore(env, request) }
  } catch (error) {
    return { ...outcome, failure: error instanceof Error ? error.message : String(error), notes: [] }
  }
}

async function restore(env: Env, { path, at, email, device }: RestoreRequest): Promise<string[]> {
  const secret = findSecret(env)
  if (secret === null) throw new Error('There is no secret.')
  const by = { actor: 'member', email, device } as const
  if (path !== null) return notesOf(await restoreInstallation(env, secret, { path, replace: true, by }))
  const place = await findStoredPlace(env, secret)
  if (!place) throw new Error('The continuous backup is not connected any more.')
  const from = { target: openShipTarget(place), passphrase: place.passphrase }
  const restored = await restoreMoment(env, secret, { ...from, only: null, at, replace: true, by })
  return [
    `It contains everything stored until ${timeOf(restored.upTo)}.`,
    ...restored.losses,
    ...notesOf(restored),
  ]
}

function notesOf({ setAside, unreadable }: { setAside: string | null; unreadable: number }): string[] {
  return [
    ...(setAside ? [`The previous data is in ${setAside}. Delete it once everything works.`] : []),
    ...(unreadable > 0
      ? [
          `${unreadable} erasures since the backup could not be carried out again: their list was made with another APP_SECRET.`,
        ]
      : []),
  ]
}
