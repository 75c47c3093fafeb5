import { rebuildPostIndex } from './features/blog/search/rebuild-index.server.ts'
import { replayErasures } from './features/privacy/replay-erasures.server.ts'
import { recordChange, type Change } from './platform/audit/record-change.server.ts'
import { type Restored, restoreBackup } from './platform/backup/restore-backup.server.ts'
import { systemClock } from './platform/clock.ts'
import type { Ctx } from './platform/context.server.ts'
import { createSigner } from './platform/crypto/signer.server.ts'
import type { Engine } from './platform/db/engine.server.ts'
import type { Env } from './platform/env.server.ts'
import { createLog } from './platform/log.server.ts'
import { createCtx } from './runtime.server.ts'

type Step = (ctx: Ctx) => Promise<unknown>

/** What was ended or used up since a backup was made must not come back with it. */
async function endSessions({ db }: Ctx): Promise<void> {
  for (const table of ['session', 'sign_in_challenge', 'password_reset'] as const)
    await db.deleteFrom(table).execute()
}

/** What follows a restore, once whoever was erased since the backup was made is erased again. */
export function stepsAfterRestore(by: Change['by'] & object): Step[] {
  return [rebuildPostIndex, endSessions, (ctx) => recordChange(ctx, { what: 'backup.restored', by })]
}

/**
 * Puts a backup in the place of what is there, whoever asked for it: erases again whoever was erased since it was made,
 * makes derived tables anew and ends sessions, all in the transaction of the restore.
 * @throws {BackupRefused | DatabaseRefused} and nothing was changed.
 */
export async function restoreInstallation(
  env: Env,
  secret: string,
  { path, replace, by }: { path: string; replace: boolean; by: Change['by'] & object },
): Promise<Restored & { /** Erasures that could not be carried out again. */ unreadable: number }> {
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

/** Over an engine whose handle is a transaction. */
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
