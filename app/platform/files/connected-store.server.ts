import { join } from 'node:path'

import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { connectionRow, openSealed } from '#app/platform/crypto/sealed-rows.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import { createGuardedRequest } from '#app/platform/http/guarded-request.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'

import type { FileStore } from './file-store.ts'
import { openFileStore } from './open-file-store.server.ts'
import { createFolderStore } from './folder-store.server.ts'
import { createS3Store, type S3Options, type S3Store } from './s3-store.server.ts'

/** The payload on `SETTINGS_TOPIC` when the bucket was changed. */
export const BUCKET_KEY = 'bucket'

const optionsSchema = z.object({ bucket: z.string(), path: z.string() })

export type Bucket = Required<Omit<S3Options, 'send'>>

/** Returns the bucket of the page Connections. Its secret is null if it was sealed with another APP_SECRET. */
export async function findBucket(ctx: Pick<Ctx, 'db' | 'vault'>) {
  const row = await findBucketRow(ctx, 'bucket')
  if (!row) return null
  const { opened: secretAccessKey, ...bucket } = row
  return { ...bucket, secretAccessKey }
}

/** `opened` is what was sealed; null if that was done with another APP_SECRET. */
export async function findBucketRow(ctx: Pick<Ctx, 'db' | 'vault'>, kind: 'bucket' | 'backup') {
  const row = await ctx.db.selectFrom('connection').selectAll().where('kind', '=', kind).executeTakeFirst()
  if (!row) return null
  const { service: region, host: endpoint, user_name: accessKeyId, changed_at: changedAt } = row
  const opened = openSealed(ctx.vault, connectionRow(kind), String(row.sealed))
  const { bucket, path } = optionsSchema.parse(JSON.parse(row.options))
  return { region, endpoint, accessKeyId, opened, bucket, path, changedAt }
}

/** Checks the address whenever it is connected to, because the owner typed it. */
export function openBucket(bucket: Bucket, outbound: Pick<Env['outbound'], 'loopback'>): S3Store {
  return createS3Store({ ...bucket, send: createGuardedRequest(outbound) })
}

/** False in the database of an older version, which offline commands read before it is migrated. */
export async function hasConnections(db: Ctx['db']): Promise<boolean> {
  const tables = await db.introspection.getTables()
  return tables.some(({ name }) => name === 'connection')
}

/** The store of an installation for a command beside or without its server. */
export async function findConnectedStore(
  env: Pick<Env, 's3' | 'dataDir' | 'outbound'>,
  ctx: Pick<Ctx, 'db' | 'vault'>,
): Promise<FileStore> {
  const found = !env.s3 && (await hasConnections(ctx.db)) ? await findBucket(ctx) : null
  if (!found) return openFileStore(env)
  const { secretAccessKey } = found
  return secretAccessKey === null ? closedStore : openBucket({ ...found, secretAccessKey }, env.outbound)
}

type Parts = Pick<Ctx, 'db' | 'vault'> & { signals: Signals; log: Log }

/**
 * Opens the bucket of the environment, or else the one that the owner connected, or else the folder. Once a bucket is
 * connected, files that are still in the folder are read from there until `moveIn` has moved them.
 */
export async function openConnectedStore(
  env: Pick<Env, 's3' | 'dataDir' | 'outbound'>,
  { signals, log, ...ctx }: Parts,
): Promise<FileStore> {
  if (env.s3) return createS3Store(env.s3)
  const folder = createFolderStore(join(env.dataDir, 'uploads'))
  let current: FileStore | null = null
  async function read(): Promise<void> {
    const found = await findBucket(ctx)
    if (!found) current = null
    else if (found.secretAccessKey === null) current = closedStore
    else current = openBucket({ ...found, secretAccessKey: found.secretAccessKey }, env.outbound)
  }
  const readAgain = () =>
    void read().catch((error: unknown) => log.warn({ error }, 'bucket.connection_unreachable'))
  signals.subscribe(RESYNC, readAgain)
  signals.subscribe(SETTINGS_TOPIC, (key) => {
    if (key === BUCKET_KEY) readAgain()
  })
  await read()
  return {
    put: (name, bytes) => (current ?? folder).put(name, bytes),
    async get(name) {
      if (!current) return folder.get(name)
      return (await folder.get(name)) ?? current.get(name)
    },
    async delete(name) {
      await folder.delete(name)
      await current?.delete(name)
    },
    get names() {
      return current ? null : folder.names
    },
    async moveIn(signal) {
      await read()
      const bucket = current
      if (!bucket) return
      for await (const name of folder.names()) {
        signal.throwIfAborted()
        const bytes = await folder.get(name)
        if (bytes) await bucket.put(name, bytes)
        await folder.delete(name)
      }
    },
  }
}

const unreadable = async () => {
  throw new Error('The secret of the bucket cannot be read with this APP_SECRET.')
}
const closedStore: FileStore = { put: unreadable, get: unreadable, delete: unreadable, names: null }
