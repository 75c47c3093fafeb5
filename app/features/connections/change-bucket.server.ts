import { changedFields, changedValues, recordChange } from '#app/platform/audit/record-change.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { connectionRow } from '#app/platform/crypto/sealed-rows.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import {
  BUCKET_KEY,
  type Bucket,
  findBucket,
  openBucket,
} from '#app/platform/files/connected-store.server.ts'
import { moveFiles } from '#app/platform/files/move-files.job.server.ts'
import { checkedUrl } from '#app/platform/http/guarded-fetch.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'
import { countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { prove, requireOwnSession } from './change-connections.server.ts'
import type { Tried } from './try-connection.server.ts'

const MOST_COUNTED = 1000
const perMember: ThrottleRule = { name: 'try-bucket', limit: 30, windowMs: 10 * MINUTE }

export type BucketFields = Readonly<
  Partial<
    Record<
      'endpoint' | 'region' | 'bucket' | 'path' | 'keyId' | 'secret' | 'copied' | 'ownPassword' | 'code',
      string
    >
  >
>

/** What the page shows; never the secret. */
export async function readBucket(ctx: Ctx) {
  requireActor(ctx, 'settings.read')
  const found = await findBucket(ctx)
  const isInBucket = ctx.files.names === null
  if (!found) return { stored: null, isInBucket, wins: isInBucket }
  const { secretAccessKey, ...stored } = found
  return {
    stored: { ...stored, isUnreadable: secretAccessKey === null },
    isInBucket,
    /** Whether the variables name a bucket, which wins over the stored one. */
    wins: ctx.files.moveIn === undefined && isInBucket,
  }
}

export type ShownBucket = Awaited<ReturnType<typeof readBucket>>

/** Writes, reads and deletes a small file with the fields of the form, and stores nothing. @throws {FieldErrors} */
export async function tryBucket(ctx: Ctx, fields: BucketFields): Promise<Tried> {
  await countTry(ctx)
  return tryStore(ctx, await readFields(ctx, fields))
}

/** @throws {AppError} too-many */
export async function countTry(ctx: Ctx): Promise<void> {
  const { memberId } = requireOwnSession(ctx)
  await countAgainst(ctx, perMember, memberId)
}

export async function tryStore(ctx: Ctx, typed: Bucket): Promise<Tried> {
  const store = openBucket(typed, ctx.outbound)
  const name = `connection-test/${newId()}.txt`
  const bytes = new TextEncoder().encode('This file can be deleted.')
  try {
    await store.put(name, bytes)
    const read = await store.get(name)
    await store.delete(name)
    if (!read || Buffer.compare(read, bytes) !== 0)
      return { works: false, said: `${typed.bucket} took a file, but did not return it.` }
    return { works: true, said: `A file was stored in ${typed.bucket}, read and deleted again.` }
  } catch (error) {
    return { works: false, said: sayFault(error, typed) }
  }
}

function sayFault(error: unknown, { endpoint, bucket }: Bucket): string {
  const status = /answered (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  if (status === '403' || status === '401')
    return `The key or its secret was refused, or may not write to ${bucket}.`
  if (status === '404') return `There is no bucket named ${bucket} at ${endpoint}.`
  return status === undefined
    ? `${endpoint} cannot be reached.`
    : `${endpoint} answered with an error (${status}).`
}

/** Stores a bucket that works, and queues the move of the files into it. @throws {FieldErrors} by field, also copied */
export async function saveBucket(ctx: Ctx, fields: BucketFields): Promise<void> {
  const { memberId } = requireOwnSession(ctx)
  const { secretAccessKey, ...typed } = await readFields(ctx, fields)
  const stored = await findBucket(ctx)
  const tried = await tryBucket(ctx, fields)
  if (!tried.works) throw new AppError('invalid', tried.said)
  const isElsewhere = (['endpoint', 'bucket', 'path'] as const).some((name) => stored?.[name] !== typed[name])
  if (stored && isElsewhere) await refuseToStrand(ctx, stored, fields)
  await prove(ctx, fields, async (ctx) => {
    await storeBucket(ctx, 'bucket', typed, { sealed: secretAccessKey, memberId })
    await enqueue(ctx, moveFiles, {})
    await record(ctx, stored, typed, stored?.secretAccessKey === secretAccessKey ? [] : ['secret'])
  })
}

export async function storeBucket(
  ctx: Ctx,
  kind: 'bucket' | 'backup',
  typed: Omit<Bucket, 'secretAccessKey'>,
  { sealed, memberId }: { sealed: string; memberId: string },
): Promise<void> {
  const row = {
    service: typed.region,
    host: typed.endpoint,
    port: 0,
    user_name: typed.accessKeyId,
    sealed: ctx.vault.seal(connectionRow(kind), sealed),
    sender: '',
    options: JSON.stringify({ bucket: typed.bucket, path: typed.path }),
    changed_at: ctx.clock.now(),
    changed_by: memberId,
  }
  await ctx.db
    .insertInto('connection')
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute()
}

/** New files are stored in the folder again. @throws {FieldErrors} ownPassword, code, copied. @throws {AppError} not-found */
export async function removeBucket(ctx: Ctx, fields: BucketFields): Promise<void> {
  requireOwnSession(ctx)
  const stored = await findBucket(ctx)
  if (!stored) throw new AppError('not-found', 'This connection has already been removed.')
  await refuseToStrand(ctx, stored, fields)
  await prove(ctx, fields, async (ctx) => {
    await ctx.db.deleteFrom('connection').where('kind', '=', 'bucket').execute()
    await record(ctx, stored, null, ['secret'])
  })
}

type Stored = NonNullable<Awaited<ReturnType<typeof findBucket>>>

/** @throws {FieldErrors} copied, unless the owner has confirmed that the files were copied */
async function refuseToStrand(ctx: Ctx, stored: Stored, { copied }: BucketFields): Promise<void> {
  if (copied === 'on') return
  const held = await countFiles(ctx, stored)
  if (held === 0) return
  const count = held === null ? 'files that cannot be counted now' : held === 1 ? '1 file' : `${held} files`
  const most = held === MOST_COUNTED ? 'at least ' : ''
  throw new FieldErrors({
    copied: `The bucket ${stored.bucket} holds ${most}${count}, which the site could not show any more. Copy them to the new place first, then confirm it here.`,
  })
}

async function countFiles(ctx: Ctx, { secretAccessKey, ...stored }: Stored): Promise<number | null> {
  if (secretAccessKey === null) return null
  return openBucket({ ...stored, secretAccessKey }, ctx.outbound)
    .count(MOST_COUNTED)
    .catch(() => null)
}

const emptyValues = { endpoint: '', region: '', bucket: '', path: '', key: '' }

export function shownValues(bucket: Omit<Bucket, 'secretAccessKey'> | null) {
  if (!bucket) return emptyValues
  const { endpoint, region, bucket: name, path, accessKeyId } = bucket
  return { endpoint, region, bucket: name, path, key: accessKeyId }
}

async function record(
  ctx: Ctx,
  before: Omit<Bucket, 'secretAccessKey'> | null,
  after: Omit<Bucket, 'secretAccessKey'> | null,
  others: string[],
): Promise<void> {
  await ctx.signals.publish(ctx, SETTINGS_TOPIC, BUCKET_KEY)
  const [former, next] = [shownValues(before), shownValues(after)]
  await recordChange(ctx, {
    what: 'settings.bucket',
    subject: { id: 'bucket', path: '/admin/connections' },
    fields: [...changedFields(former, next), ...others],
    values: changedValues(former, next, Object.keys(next)),
  })
}

const readFields = async (ctx: Ctx, fields: BucketFields) => parseBucket(ctx, fields, await findBucket(ctx))

/** Reads the fields; an empty secret becomes the stored one, if it was saved for this endpoint and key. @throws {FieldErrors} */
export function parseBucket(
  ctx: Ctx,
  fields: BucketFields,
  stored: { endpoint: string; accessKeyId: string; secretAccessKey: string | null } | null,
  others: Readonly<Record<string, string>> = {},
): Bucket {
  const text = (name: keyof BucketFields) => (fields[name] || '').trim()
  const region = text('region') || 'us-east-1'
  const endpoint = (text('endpoint') || `https://s3.${region}.amazonaws.com`).replace(/\/$/, '')
  const [bucket, path, accessKeyId] = [text('bucket'), text('path').replaceAll(/^\/|\/$/g, ''), text('keyId')]
  const isSame = stored?.endpoint === endpoint && stored.accessKeyId === accessKeyId
  const secretAccessKey = text('secret') || (isSame ? stored.secretAccessKey : null)
  const faults = {
    ...others,
    ...(!/^[a-z0-9-]{1,50}$/.test(region) && { region: 'Please enter a region, such as eu-central-1.' }),
    ...(!isOrigin(endpoint, ctx.outbound.loopback) && {
      endpoint: 'Please enter the address of the storage, such as https://s3.example.com.',
    }),
    ...(!/^[a-z0-9][a-z0-9.-]{2,62}$/.test(bucket) && { bucket: 'Please enter the name of a bucket.' }),
    ...(path !== '' &&
      !/^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/.test(path) && {
        path: 'Please use lower-case letters, digits, hyphens and slashes.',
      }),
    ...(!/^[!-~]{1,200}$/.test(accessKeyId) && { keyId: 'Please enter the ID of the key.' }),
    ...(secretAccessKey === null
      ? { secret: 'Please enter the secret of the key.' }
      : !/^[!-~]{1,500}$/.test(secretAccessKey) && { secret: 'A secret contains no spaces.' }),
  }
  if (Object.keys(faults).length > 0 || secretAccessKey === null) throw new FieldErrors(faults)
  return { endpoint, region, bucket, path, accessKeyId, secretAccessKey }
}

/** Keys are only sent encrypted, except to this machine in tests. */
function isOrigin(text: string, loopback: boolean): boolean {
  try {
    const url = checkedUrl(text, { loopback, anyPort: true })
    return url.origin === text && (url.protocol === 'https:' || loopback)
  } catch {
    return false
  }
}
