import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { sealedCalendars } from '../features/bookings/calendars/sealed-calendars.ts'
import { sealedTwoFactorKeys } from '../features/auth/two-factor/second-factor.server.ts'
import { sealedNoticeAddresses } from '../features/notices/stored-preferences.server.ts'
import { sealedIdentitySecrets } from '../features/chat/embed/identity.server.ts'
import { sealedWebhookSecrets } from '../features/webhooks/sign.server.ts'
import { rebuildPostIndex } from '../features/blog/search/rebuild-index.server.ts'
import { sealedApiKeys } from '../features/ai/config/api-keys.server.ts'
import { recordChange } from '../platform/audit/record-change.server.ts'
import { BackupRefused, type Manifest, timeStamp } from '../platform/backup/backup-format.ts'
import { type Rebuilt, timeOf } from '../platform/backup/continuous/rebuild-database.server.ts'
import { checkContinuous } from '../platform/backup/continuous/restore-continuous.server.ts'
import { sealedConnections } from '../platform/email/mail-connections.server.ts'
import { moveToPostgres } from '../platform/backup/move-to-postgres.server.ts'
import { openBackup } from '../platform/backup/read-backup.server.ts'
import { verifyBackup } from '../platform/backup/verify-backup.server.ts'
import { writeBackup } from '../platform/backup/write-backup.server.ts'
import { systemClock } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.server.ts'
import { prepareNextSecret, resealColumns, takeNextSecret } from '../platform/crypto/rotate-secret.server.ts'
import { findSecret, SECRET_FILE } from '../platform/crypto/secret.server.ts'
import { createSigner } from '../platform/crypto/signer.server.ts'
import { createVault } from '../platform/crypto/vault.server.ts'
import { knownMigrations, migrate } from '../platform/db/migrate.server.ts'
import { openDatabase } from '../platform/db/open-database.server.ts'
import { SQLITE_FILE } from '../platform/db/sqlite.server.ts'
import { withTransaction } from '../platform/db/transaction.server.ts'
import { type Env, parseEnv } from '../platform/env.server.ts'
import { findConnectedStore } from '../platform/files/connected-store.server.ts'
import { findTraces, makeEmptyInstallation } from '../platform/missing-database.server.ts'
import { holdAlone, refuseRunningServers } from '../platform/presence.server.ts'
import {
  findContinuous,
  restoreInstallation,
  restoreMoment,
  takeSteps,
} from './restore-installation.server.ts'

type Variables = Record<string, string | undefined>

/** Commands that work directly on an installation's files and database. None of them migrates the database first. */
export const offlineCommands: Readonly<
  Record<string, (variables: Variables, args: readonly string[]) => Promise<string[]>>
> = {
  backup,
  restore,
  'move-to-postgres': move,
  'secret:rotate': rotateSecret,
  'new-installation': beginAnew,
}

/** Every column that the vault seals (tests/contracts/sealed-columns.contract.ts). */
const sealedColumns = [
  sealedApiKeys,
  sealedTwoFactorKeys,
  sealedCalendars,
  sealedWebhookSecrets,
  sealedIdentitySecrets,
  sealedConnections,
  ...sealedNoticeAddresses,
]

const afterMove: readonly ((ctx: Ctx) => Promise<unknown>)[] = [
  rebuildPostIndex,
  (ctx) => recordChange(ctx, { what: 'database.moved', by: { actor: 'command' } }),
]

async function backup(variables: Variables): Promise<string[]> {
  const env = parseEnv(variables)
  if (!env.database && !existsSync(join(env.dataDir, SQLITE_FILE)))
    throw new BackupRefused(`There is no database in ${env.dataDir}.`)
  const secret = secretOf(env)
  const engine = await openDatabase(env)
  try {
    const { path, bytes, rows, manifest } = await writeBackup({
      engine,
      signer: createSigner(secret),
      files: await findConnectedStore(env, { db: engine.db, vault: createVault(secret) }),
      clock: systemClock,
      backup: env.backup,
    })
    return [
      `Wrote ${path}: ${rows} rows of ${manifest.tables.length} tables, ${uploadsOf(manifest)}, ${bytes} bytes${env.backup.passphrase === null ? '' : ', encrypted'}.`,
      'It does not contain APP_SECRET. Keep that separately: without it the backup cannot be restored.',
    ]
  } finally {
    await engine.close()
  }
}

async function restore(variables: Variables, args: readonly string[]): Promise<string[]> {
  const env = parseEnv(variables)
  const { path, at, isCheck, replace } = readRestoreArgs(args)
  const secret = secretOf(env)
  const signer = createSigner(secret)
  const stored = await findContinuous(env, secret, path)
  if (stored) {
    if (isCheck) return checkShipped(env, { ...stored, signer, at })
    return restoreShipped(env, secret, { ...stored, at, replace })
  }
  if (at !== null)
    throw new BackupRefused('--at only works with a continuous backup: name its folder, or "latest".')
  if (isCheck) {
    const opened = await openBackup(path, { signer, passphrase: env.backup.passphrase })
    return [...describe(await verifyBackup(opened)), 'It is complete. Nothing was changed.']
  }
  const order = { path, replace, by: { actor: 'command' } } as const
  const { manifest, setAside, unreadable } = await restoreInstallation(env, secret, order)
  return [
    ...describe(manifest),
    'Restored.',
    ...describeUnreadable(unreadable),
    ...describeSetAside(setAside),
    ...(manifest.uploads === 'elsewhere' ? ['Uploaded files are in the bucket, not in the backup.'] : []),
  ]
}

function readRestoreArgs(args: readonly string[]) {
  const usage =
    'Name what to restore: npm run restore -- <file, folder or "latest"> [--at <time>] [--check] [--replace]'
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { at: { type: 'string' }, check: { type: 'boolean' }, replace: { type: 'boolean' } },
    })
    const [path, ...others] = positionals
    if (path === undefined || others.length > 0) throw new BackupRefused(usage)
    return { path, at: momentOf(values.at), isCheck: values.check === true, replace: values.replace === true }
  } catch (error) {
    throw error instanceof BackupRefused ? error : new BackupRefused(usage, { cause: error })
  }
}

function momentOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const at = z.iso.datetime({ offset: true }).safeParse(text)
  if (!at.success)
    throw new BackupRefused(
      'Write the time after --at as ISO 8601 with its zone, such as 2026-11-21T14:30:00Z.',
    )
  return Date.parse(at.data)
}

function describeUnreadable(unreadable: number): string[] {
  if (unreadable === 0) return []
  return [
    `${unreadable} ${unreadable === 1 ? 'erasure' : 'erasures'} since the backup could not be carried out again, because the list was made with another APP_SECRET. Run privacy:replay with that secret.`,
  ]
}

function describeSetAside(setAside: string | null): string[] {
  return setAside ? [`The previous data is in ${setAside}. Delete it once everything works.`] : []
}

async function checkShipped(env: Env, options: Parameters<typeof checkContinuous>[1]): Promise<string[]> {
  const rebuilt = await checkContinuous(env, options)
  return [...describeRebuilt(rebuilt), 'The database is intact. Nothing was changed.']
}

type ShippedOptions = Omit<Parameters<typeof restoreMoment>[2], 'by'>

async function restoreShipped(env: Env, secret: string, options: ShippedOptions): Promise<string[]> {
  const restored = await restoreMoment(env, secret, { ...options, by: { actor: 'command' } })
  return [
    ...describeRebuilt(restored),
    `Restored, with ${restored.files} uploaded files.`,
    ...describeUnreadable(restored.unreadable),
    ...describeSetAside(restored.setAside),
  ]
}

function describeRebuilt({ base, segments, upTo, losses }: Rebuilt): string[] {
  return [
    `Continuous backup ${base.stream}: the base of ${timeOf(base.at)} and ${segments} segments. It contains everything stored until ${timeOf(upTo)}.`,
    ...losses,
  ]
}

async function move(variables: Variables): Promise<string[]> {
  const dataDir = parseEnv({ ...variables, DATABASE_URL: undefined }).dataDir
  const kept = findSecret({ secret: null, dataDir })
  if (!variables['APP_SECRET'])
    throw new BackupRefused(
      `Set APP_SECRET to the secret that the embedded database was used with${kept === null ? '' : `: it is in ${join(dataDir, SECRET_FILE)}`}.`,
    )
  const env = parseEnv(variables)
  if (!env.database) throw new BackupRefused('Set DATABASE_URL to the empty PostgreSQL database to move to.')
  if (kept !== null && kept !== env.secret)
    throw new BackupRefused(
      `APP_SECRET differs from the secret in ${join(dataDir, SECRET_FILE)}. Set that one, otherwise the stored keys cannot be read; if the embedded database was used with this APP_SECRET, move the file away.`,
    )
  const secret = secretOf(env)
  let isInBucket = false
  const steps = [...afterMove, async ({ files }: Ctx) => void (isInBucket = files.names === null)]
  const tables = await moveToPostgres(env, (engine) => takeSteps(env, secret, engine, steps))
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Moved ${rows} rows of ${tables.length} tables; counts and checksums of every table agree.`,
    `The embedded database in ${dataDir} was left unchanged.`,
    'Next: keep DATABASE_URL and APP_SECRET set and start the server. Once everything works, move foyer.sqlite away.',
    isInBucket
      ? `Uploaded files are in the bucket that ${env.s3 ? 'S3_BUCKET names' : 'is connected in the admin'}.`
      : `Uploaded files stay in ${join(dataDir, 'uploads')}: several instances need that folder shared, or a bucket.`,
  ]
}

/** If APP_SECRET is set, NEW_APP_SECRET must follow it; otherwise a new secret is written to DATA_DIR. */
async function rotateSecret(variables: Variables): Promise<string[]> {
  const env = parseEnv(variables)
  const former = secretOf(env)
  const given = env.secret === null ? null : newSecretFrom(variables, former)
  const alone = env.database ? null : holdAlone(env.dataDir)
  const engine = await openDatabase(env, null, { knownMigrations, isAlone: true })
  try {
    await refuseRunningServers(engine)
    await migrate(engine)
    const next = given ?? (await prepareNextSecret(env.dataDir))
    const vaults = { from: createVault(former), to: createVault(next) }
    const { resealed, unreadable } = await withTransaction({ db: engine.db }, async ({ db }) => {
      const outcome = await resealColumns(db, sealedColumns, vaults)
      await takeSteps(env, next, { ...engine, db }, [
        (ctx) => recordChange(ctx, { what: 'secret.rotated', by: { actor: 'command' } }),
      ])
      return outcome
    })
    const kept = given === null ? await takeNextSecret(env.dataDir, timeStamp(systemClock.now())) : null
    return [
      `Encrypted ${resealed.length} stored keys with the new secret.`,
      ...unreadable.map(
        (row) => `${row} could not be read with the old secret: enter it again in the admin.`,
      ),
      kept === null
        ? 'Set APP_SECRET to the new secret on every instance before you start them.'
        : `The new secret is in place; the old one is in ${kept}.`,
      'Backups made until now need the old secret: keep it as long as you keep them, and make a new backup.',
    ]
  } finally {
    await engine.close()
    alone?.release()
  }
}

function newSecretFrom(variables: Variables, former: string): string {
  const given = variables['NEW_APP_SECRET']
  if (given === undefined || given.length < 32 || given === former)
    throw new BackupRefused(
      'Set NEW_APP_SECRET to another secret of 32 characters or more. Nothing was changed.',
    )
  return given
}

async function beginAnew(variables: Variables): Promise<string[]> {
  const env = parseEnv(variables)
  const traces = findTraces(env)
  const setAside = await makeEmptyInstallation(env, systemClock.now())
  return [
    `Created an empty database ${env.database ? 'at DATABASE_URL' : `in ${env.dataDir}`}. Start the server: it shows the set-up code.`,
    ...(setAside ? [`What was left of the previous database is in ${setAside}.`] : []),
    ...(traces.length > 0
      ? [
          `Nothing was deleted: ${traces.join(', ')}. This installation never deletes backups of the previous one.`,
        ]
      : []),
  ]
}

function secretOf(env: Env): string {
  const secret = findSecret(env)
  if (secret === null)
    throw new BackupRefused(
      `There is no secret. Set APP_SECRET, or put the copy you kept of it at ${join(env.dataDir, SECRET_FILE)}.`,
    )
  return secret
}

function describe(manifest: Manifest): string[] {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Backup of ${manifest.takenAt}, made by version ${manifest.madeBy} on ${manifest.engine}: ${rows} rows of ${manifest.tables.length} tables, ${uploadsOf(manifest)}.`,
  ]
}

function uploadsOf({ uploads, files }: Manifest): string {
  return uploads === 'included'
    ? `${files.length} uploaded files`
    : 'uploaded files not included (they are in the bucket)'
}
