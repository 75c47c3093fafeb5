import { rebuildPostIndex } from './features/blog/search/rebuild-index.server.ts'
import { replayErasures } from './features/privacy/replay-erasures.server.ts'
import { type Change, recordChange } from './platform/audit/record-change.server.ts'
import { restoreBackup, type Restored } from './platform/backup/restore-backup.server.ts'
import type { RestoreOutcome } from './platform/backup/backup-records.server.ts'
import { type RestoreRequest, takeRestoreRequest } from './platform/backup/restore-request.server.ts'
import { systemClock } from './platform/clock.ts'
import type { Ctx } from './platform/context.server.ts'
import { findSecret } from './platform/crypto/secret.server.ts'
import { createSigner } from './platform/crypto/signer.server.ts'
import type { Engine } from './platform/db/engine.server.ts'
import type { Env } from './platform/env.server.ts'
import { createLog } from './platform/log.server.ts'
import { createCtx } from './runtime.server.ts'

type Step = (ctx: Ctx) => Promise<unknown>

/** Sessions and tokens that have ended since the backup must not come back. */
async function endSessions({ db }: Ctx): Promise<void> {
  for (const table of ['session', 'sign_in_challenge', 'password_reset'] as const)
    await db.deleteFrom(table).execute()
}

export function stepsAfterRestore(by: Change['by'] & object): Step[] {
  return [rebuildPostIndex, endSessions, (ctx) => recordChange(ctx, { what: 'backup.restored', by })]
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

/** Runs before anyone is served. The server starts whatever the result. @returns null if none was requested */
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

async function restore(env: Env, { path, email, device }: RestoreRequest): Promise<string[]> {
  const secret = findSecret(env)
  if (secret === null) throw new Error('There is no secret.')
  const by = { actor: 'owner', email, device } as const
  const { setAside, unreadable } = await restoreInstallation(env, secret, { path, replace: true, by })
  return [
    ...(setAside ? [`What was there before lies in ${setAside}; delete it once all is well.`] : []),
    ...(unreadable > 0
      ? [
          `${unreadable} erasures since the backup could not be carried out again: their list was made with another APP_SECRET.`,
        ]
      : []),
  ]
}
