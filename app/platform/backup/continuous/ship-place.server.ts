import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import { findBucketRow } from '#app/platform/files/connected-store.server.ts'

import { BackupRefused } from '../backup-format.ts'
import type { ShipPlace } from './ship-messages.ts'

/** The payload on `SETTINGS_TOPIC` when the bucket of the continuous backup was changed. */
export const BACKUP_KEY = 'backup'

const secretsSchema = z.object({ secretAccessKey: z.string(), passphrase: z.string() })

export type BackupSecrets = z.infer<typeof secretsSchema>

/** Returns the bucket of the page Connections. `secrets` is null if they were sealed with another APP_SECRET. */
export async function findBackupBucket(ctx: Pick<Ctx, 'db' | 'vault'>) {
  const row = await findBucketRow(ctx, 'backup')
  if (!row) return null
  const { opened, ...bucket } = row
  return { ...bucket, secrets: opened === null ? null : secretsSchema.parse(JSON.parse(opened)) }
}

type Places = Pick<Env, 'continuous' | 'backup' | 's3' | 'outbound'>

/** The place of the variables, else the bucket that the owner connected; null if it is off. @throws {BackupRefused} */
export async function findShipPlace(env: Places, ctx: Pick<Ctx, 'db' | 'vault'>): Promise<ShipPlace | null> {
  if (env.continuous !== null) return placeOf(env)
  const found = await findBackupBucket(ctx)
  if (!found) return null
  const { secrets, changedAt: _changedAt, ...bucket } = found
  if (!secrets)
    throw new BackupRefused(
      'The key and the passphrase of the continuous backup were stored with another APP_SECRET. Enter them again under Connections.',
    )
  const { secretAccessKey, passphrase } = secrets
  const { loopback } = env.outbound
  return { kind: 'bucket', bucket: { ...bucket, secretAccessKey }, owners: { loopback }, passphrase }
}

/** Null if the variables name none. */
export function placeOf({ continuous, backup, s3 }: Places): ShipPlace | null {
  const { folder, passphrase } = backup
  if (continuous === 'bucket' && s3) return { kind: 'bucket', bucket: s3, owners: null, passphrase }
  return continuous === 'folder' ? { kind: 'folder', folder, passphrase } : null
}
