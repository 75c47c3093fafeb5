import { globSync, readFileSync } from 'node:fs'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import { definedSettings } from '#tests/support/defined-settings.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { testKey } from '#tests/support/test-ai-provider.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { SECRET_WORDS, storedRows } from './admin-verb.ts'
import { changingVerbs } from './admin-verbs.ts'
import { clientVerbs } from './client-verbs.ts'
import { pageVerbs } from './page-verbs.ts'
import { mailVerbs } from './mail-verbs.ts'
import { peopleVerbs } from './people-verbs.ts'
import { assistantVerbs } from './assistant-verbs.ts'
import { qualityVerbs } from './quality-verbs.ts'
import { readingVerbs, unrecordedVerbs } from './unrecorded-verbs.ts'
import { webhookVerbs } from './webhook-verbs.ts'

const verbs = [
  ...webhookVerbs,
  ...changingVerbs,
  ...clientVerbs,
  ...pageVerbs(SECRET_WORDS),
  ...mailVerbs,
  ...peopleVerbs,
  ...qualityVerbs,
  ...assistantVerbs,
]

async function ownerCtx(): Promise<TestCtx> {
  const { mail } = await createTestSmtp()
  return asOwner(await createTestCtx({ mail }))
}

async function entriesOf(ctx: TestCtx) {
  return ctx.db.selectFrom('audit_entry').selectAll().orderBy('id').execute()
}

const isOther = (table: string) => !/^(?:audit_|throttle$)/.test(table)

test.each(verbs.map((verb) => [`${verb.name}: ${verb.recorded.join(', ')}`, verb] as const))(
  '%s',
  async (_name, { recorded, prepare }) => {
    const ctx = await ownerCtx()
    const run = await prepare(ctx)
    const before = await entriesOf(ctx)
    const stored = await storedRows(ctx, isOther)

    // A change that cannot be recorded must fail.
    await sql`create trigger full before insert on audit_entry begin select raise(abort, 'audit_entry is full'); end`.execute(
      ctx.db,
    )
    await expect(run(ctx)).rejects.toThrow('audit_entry is full')
    await sql`drop trigger full`.execute(ctx.db)
    expect(await storedRows(ctx, isOther)).toEqual(stored)

    await run(ctx)
    const known = new Set(before.map(({ id }) => id))
    const made = (await entriesOf(ctx)).filter(({ id }) => !known.has(id))
    expect(made.map(({ kind }) => kind).toSorted()).toEqual(recorded.toSorted())
    expect(made.every(({ at }) => at === ctx.clock.now())).toBe(true)
    const log = JSON.stringify(made).toLowerCase()
    for (const secret of [SECRET_WORDS, testKey]) expect(log).not.toContain(secret.toLowerCase())
  },
)

const files = globSync('app/features/**/*.server.{ts,tsx}').map((path) => ({
  path,
  source: readFileSync(path, 'utf8'),
}))

const functionsOf = (source: string) =>
  [...source.matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(([, name = '']) => name)

test('every setting is exported, under a key of its own', async () => {
  const { settings, count } = await definedSettings()
  expect(count).toBeGreaterThan(12)
  expect(Object.keys(settings)).toHaveLength(count)
  expect(new Set(Object.values(settings).map(({ key }) => key)).size).toBe(count)
})

test('only the owner reads and saves settings in the admin', async () => {
  const ctx = await createTestCtx()
  const owners = Object.values((await definedSettings()).settings).filter(({ audit }) => audit !== null)
  expect(owners.length).toBeGreaterThan(7)
  for (const setting of owners)
    for (const refused of [setting.readAsOwner(ctx), setting.save(ctx, {})])
      await expect(refused, setting.key).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('the defaults of every setting are the same after they are stored and read', async () => {
  const ctx = await createTestCtx()
  for (const setting of Object.values((await definedSettings()).settings)) {
    const defaults = await setting.read(ctx)
    await storeSetting(ctx, setting.key, defaults)
    expect(await setting.read(ctx), setting.key).toEqual(defaults)
  }
})

test('every verb for the owner is tried above, only reads, or says why nothing is recorded', async () => {
  const guarded = files.filter(({ source }) => /requireActor\(|\.readAsOwner\(|\.save\(/.test(source))
  expect(guarded.length).toBeGreaterThan(50)
  const known = new Set([...verbs.map(({ name }) => name), ...readingVerbs, ...Object.keys(unrecordedVerbs)])
  const forgotten = guarded.flatMap(({ path, source }) =>
    functionsOf(source)
      .filter((name) => !known.has(name))
      .map((name) => `${name} in ${path}`),
  )
  const saving = Object.keys((await definedSettings()).settings).map((name) => `${name}.save`)
  expect([...forgotten, ...saving.filter((name) => !known.has(name))]).toEqual([])
  const every = new Set([...files.flatMap(({ source }) => functionsOf(source)), ...saving])
  expect([...known].filter((name) => !every.has(name))).toEqual([])
})

test('verbs that are listed as read-only write nothing', () => {
  const writes = /\b(insertInto|updateTable|deleteFrom|save|enqueue|queueEmail)\(/
  const reading = files.filter(({ source }) => {
    const names = functionsOf(source)
    return source.includes('requireActor(') && names.every((name) => readingVerbs.includes(name))
  })
  expect(reading.length).toBeGreaterThan(15)
  expect(reading.filter(({ source }) => writes.test(source)).map(({ path }) => path)).toEqual([])
})

test('only its own files touch the log, and only one job deletes from it', () => {
  const touching = globSync('app/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] })
    .filter((path) => /['`"]audit_entry['`"]/.test(readFileSync(path, 'utf8')))
    .filter((path) => !path.includes('/db/migrations/'))
  expect(touching.toSorted()).toEqual([
    'app/features/admin/audit/delete-old-audit-entries.job.server.ts',
    'app/features/admin/audit/list-audit-entries.server.ts',
    // Names the table only to overwrite its removed bytes.
    'app/features/privacy/finish-erasure.job.server.ts',
    'app/platform/audit/record-change.server.ts',
    'app/platform/audit/record-repeated.server.ts',
    // Only lists it among the tables whose rows are not counted.
    'app/platform/backup/table-digest.server.ts',
  ])
})
