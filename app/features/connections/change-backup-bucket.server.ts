import { changedFields, changedValues, recordChange } from '#app/platform/audit/record-change.server.ts'
import {
  BACKUP_KEY,
  type BackupSecrets,
  findBackupBucket,
} from '#app/platform/backup/continuous/ship-place.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Bucket } from '#app/platform/files/connected-store.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'

import {
  type BucketFields,
  countTry,
  parseBucket,
  shownValues,
  storeBucket,
  tryStore,
} from './change-bucket.server.ts'
import { prove, requireOwnSession } from './change-connections.server.ts'
import type { Tried } from './try-connection.server.ts'

export type BackupFields = BucketFields & { readonly passphrase?: string }

/** The same as for BACKUP_PASSPHRASE. */
const LEAST_PASSPHRASE = 12
const MOST_PASSPHRASE = 500

/** What the page shows; never the secrets. */
export async function readBackupBucket(ctx: Ctx) {
  requireActor(ctx, 'settings.read')
  const found = await findBackupBucket(ctx)
  const { continuous } = ctx
  const shown = { state: ctx.shipState(), isEmbedded: ctx.engine.name === 'sqlite', continuous }
  if (!found) return { ...shown, stored: null }
  const { secrets, ...stored } = found
  return { ...shown, stored: { ...stored, isUnreadable: secrets === null } }
}

export type ShownBackupBucket = Awaited<ReturnType<typeof readBackupBucket>>

/** Writes, reads and deletes a small file with the fields of the form, and stores nothing. @throws {FieldErrors} */
export async function tryBackupBucket(ctx: Ctx, fields: BackupFields): Promise<Tried> {
  await countTry(ctx)
  return tryStore(ctx, (await readFields(ctx, fields)).bucket)
}

/** Stores a bucket that works; a running server copies the database there at once. @throws {FieldErrors} */
export async function saveBackupBucket(ctx: Ctx, fields: BackupFields): Promise<void> {
  const { memberId } = requireOwnSession(ctx)
  if (ctx.engine.name !== 'sqlite')
    throw new AppError('invalid', 'PostgreSQL is backed up by tools of its own.')
  const { bucket, passphrase, stored } = await readFields(ctx, fields)
  const tried = await tryBackupBucket(ctx, fields)
  if (!tried.works) throw new AppError('invalid', tried.said)
  const { secretAccessKey, ...typed } = bucket
  const secrets: BackupSecrets = { secretAccessKey, passphrase }
  await prove(ctx, fields, async (ctx) => {
    await storeBucket(ctx, 'backup', typed, { sealed: JSON.stringify(secrets), memberId })
    const former = stored?.secrets
    await record(ctx, stored, typed, [
      ...(former?.secretAccessKey === secretAccessKey ? [] : ['secret']),
      ...(former?.passphrase === passphrase ? [] : ['passphrase']),
    ])
  })
}

/** What was copied stays in the bucket. @throws {FieldErrors} ownPassword, code. @throws {AppError} not-found */
export async function removeBackupBucket(ctx: Ctx, fields: BackupFields): Promise<void> {
  requireOwnSession(ctx)
  const stored = await findBackupBucket(ctx)
  if (!stored) throw new AppError('not-found', 'This connection has already been removed.')
  await prove(ctx, fields, async (ctx) => {
    await ctx.db.deleteFrom('connection').where('kind', '=', 'backup').execute()
    await record(ctx, stored, null, ['secret', 'passphrase'])
  })
}

/** An empty passphrase becomes the stored one. */
async function readFields(ctx: Ctx, fields: BackupFields) {
  const stored = await findBackupBucket(ctx)
  const former = stored && { ...stored, secretAccessKey: stored.secrets?.secretAccessKey ?? null }
  const passphrase = fields.passphrase || stored?.secrets?.passphrase || ''
  const fault: Record<string, string> =
    passphrase.length >= LEAST_PASSPHRASE && passphrase.length <= MOST_PASSPHRASE
      ? {}
      : { passphrase: `Please enter a passphrase of ${LEAST_PASSPHRASE} to ${MOST_PASSPHRASE} characters.` }
  return { bucket: parseBucket(ctx, { ...fields, path: '' }, former, fault), passphrase, stored }
}

type Shown = Omit<Bucket, 'secretAccessKey'> | null

async function record(ctx: Ctx, before: Shown, after: Shown, others: string[]): Promise<void> {
  await ctx.signals.publish(ctx, SETTINGS_TOPIC, BACKUP_KEY)
  const [former, next] = [shownValues(before), shownValues(after)]
  await recordChange(ctx, {
    what: 'settings.backup_bucket',
    subject: { id: 'backup', path: '/admin/connections' },
    fields: [...changedFields(former, next), ...others],
    values: changedValues(former, next, Object.keys(next)),
  })
}
