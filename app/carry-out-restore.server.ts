import type { RestoreOutcome } from './platform/backup/backup-records.server.ts'
import { takeRestoreRequest, type RestoreRequest } from './platform/backup/restore-request.server.ts'
import { systemClock } from './platform/clock.ts'
import { findSecret } from './platform/crypto/secret.server.ts'
import type { Env } from './platform/env.server.ts'
import { restoreInstallation } from './restore-installation.server.ts'

/**
 * Carries out the restore that the owner asked for before this start, while nobody is served. Whatever it comes to, the
 * server starts: with the backup, or with what was there before.
 * @returns null where nothing was asked for
 */
export async function carryOutRestore(env: Env): Promise<RestoreOutcome | null> {
  const taken = await takeRestoreRequest(env.dataDir)
  if (!taken) return null
  const { request, wasInterrupted } = taken
  const outcome = { at: systemClock.now(), name: request.name }
  if (wasInterrupted)
    return {
      ...outcome,
      failure:
        'The server ended during the restore. What is shown is whole: look whether it is the backup or what was there before.',
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
          `${unreadable} erasures since the backup could not be carried out again: their list was made under another APP_SECRET.`,
        ]
      : []),
  ]
}
