import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished } from 'vitest'

import { runCommand } from '#app/process/commands.server.ts'
import { digestTables } from '#app/platform/backup/table-digest.server.ts'
import type { Engine } from '#app/platform/db/engine.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { readSnapshot } from '#app/platform/db/tables/read-snapshot.server.ts'
import { tablesLeftOut } from '#app/platform/db/tables/stored-tables.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { createFolderStore } from '#app/platform/files/folder-store.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'
import { fillEveryTable } from '#tests/factories/filled-tables.ts'

import { testActor, testSecret } from './test-ctx.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A restore empties or changes these tables: it revokes all credentials and writes to the audit log. */
export const changedByRestore: ReadonlySet<string> = new Set([
  'audit_entry',
  'session',
  'sign_in_challenge',
  'passkey_challenge',
  'password_reset',
  'api_token',
  'api_replay',
  'booking_feed',
  'push_subscription',
  'oauth_code',
  'oauth_grant',
  'oauth_token',
  // The restore adds a million to its revision.
  'knowledge_index',
  ...tablesLeftOut,
])

type Variables = TestDatabase['env'] & Record<string, string>

/** Returns the variables of a new installation: an empty folder, and on PostgreSQL an empty database. */
export async function emptyInstallation(engine?: 'sqlite' | 'postgres'): Promise<Variables> {
  const database = await createTestDatabase(engine)
  onTestFinished(database.drop)
  return { NODE_ENV: 'test', APP_SECRET: testSecret, ...database.env }
}

export async function openIts(variables: Variables) {
  const engine = await openDatabase(parseEnv(variables))
  let closed: Promise<void> | null = null
  const close = async () => (closed ??= engine.close())
  onTestFinished(close)
  return { ...engine, close }
}

/** Adds an owner, because an installation without one is not backed up. */
export const addOwner = ({ db }: Pick<Engine, 'db'>) =>
  db
    .insertInto('member')
    .values({
      id: 'owner',
      email: 'owner@agency.test',
      name: '',
      role: 'owner',
      password_hash: '',
      created_at: 1,
      password_changed_at: 1,
    })
    .execute()

export const digestsOf = (engine: Engine) => readSnapshot(engine, (db) => digestTables(engine, db))

/** Creates an installation with rows in every table and two uploaded files; its database is closed. */
export async function filledInstallation() {
  const variables = await emptyInstallation()
  const engine = await openIts(variables)
  await migrate(engine)
  await fillEveryTable(engine)
  const digests = await digestsOf(engine)
  await engine.close()
  const uploads = createFolderStore(join(variables.DATA_DIR, 'uploads'))
  await uploads.put('images/one/480x320.webp', Buffer.from('a picture'))
  await uploads.put('images/two/480x320.webp', Buffer.alloc(300_000, 'noise'))
  return { variables, digests }
}

/** Reads or changes an installation as its owner, without a server. */
export async function asItsOwner<Result>(
  variables: Variables,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  const { ctx, close } = await createRuntime(parseEnv({ ...variables, LOG_LEVEL: 'silent' }))
  try {
    return await work({ ...ctx, actor: testActor })
  } finally {
    await close()
  }
}

/** Returns a folder for backups outside of the installation, so that they outlive it. */
export function backupFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function backUp(variables: Variables): Promise<string> {
  const BACKUP_DIR = backupFolder()
  await runCommand({ ...variables, BACKUP_DIR }, 'backup', [])
  const names = readdirSync(BACKUP_DIR)
  expect(names).toHaveLength(1)
  return join(BACKUP_DIR, names[0] ?? '')
}

export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const refusal = await work.then(
    () => null,
    (error: unknown) => error,
  )
  expect(refusal).toMatchObject({
    name: expect.stringMatching(/^(BackupRefused|DatabaseRefused)$/) as string,
  })
  return (refusal as Error).message
}
