import { globSync, readFileSync } from 'node:fs'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { testKey } from '#tests/support/test-ai-provider.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { changingVerbs, SECRET_WORDS } from './admin-verbs.ts'
import { readingVerbs, unrecordedVerbs } from './unrecorded-verbs.ts'

async function ownerCtx(): Promise<TestCtx> {
  const { mail } = await createTestSmtp()
  return asOwner(await createTestCtx({ mail }))
}

async function entriesOf(ctx: TestCtx) {
  return ctx.db.selectFrom('audit_entry').selectAll().orderBy('id').execute()
}

/** All that is stored, but the audit log itself and the throttles, which count refused tries too. */
async function everythingElse(ctx: TestCtx): Promise<Record<string, unknown[]>> {
  const tables = (await ctx.db.introspection.getTables()).map(({ name }) => name)
  const stored: Record<string, unknown[]> = {}
  for (const table of tables.filter((name) => !/^(audit_|throttle$|sqlite_)/.test(name)).toSorted()) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(ctx.db)
    stored[table] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return stored
}

test.each(changingVerbs.map((verb) => [`${verb.name}: ${verb.recorded.join(', ')}`, verb] as const))(
  '%s',
  async (_name, { recorded, prepare }) => {
    const ctx = await ownerCtx()
    const run = await prepare(ctx)
    const before = await entriesOf(ctx)
    const stored = await everythingElse(ctx)

    // What cannot be recorded does not happen.
    await sql`alter table audit_entry rename to audit_away`.execute(ctx.db)
    await expect(run(ctx)).rejects.toThrow('audit_entry')
    await sql`alter table audit_away rename to audit_entry`.execute(ctx.db)
    expect(await everythingElse(ctx)).toEqual(stored)

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

test('every verb for the owner is tried above, only reads, or says why nothing is recorded', () => {
  const guarded = files.filter(({ source }) => source.includes('requireActor('))
  expect(guarded.length).toBeGreaterThan(50)
  const known = new Set([
    ...changingVerbs.map(({ name }) => name),
    ...readingVerbs,
    ...Object.keys(unrecordedVerbs),
  ])
  const forgotten = guarded.flatMap(({ path, source }) =>
    functionsOf(source)
      .filter((name) => !known.has(name))
      .map((name) => `${name} in ${path}`),
  )
  expect(forgotten).toEqual([])
  const every = new Set(files.flatMap(({ source }) => functionsOf(source)))
  expect([...known].filter((name) => !every.has(name))).toEqual([])
})

test('what is said to read alone writes nothing', () => {
  const writes = /\b(insertInto|updateTable|deleteFrom|storeSetting|enqueue|queueEmail)\(/
  const reading = files.filter(({ source }) => {
    const names = functionsOf(source)
    return source.includes('requireActor(') && names.every((name) => readingVerbs.includes(name))
  })
  expect(reading.length).toBeGreaterThan(15)
  expect(reading.filter(({ source }) => writes.test(source)).map(({ path }) => path)).toEqual([])
})

test('nothing but its own files touches the log, and one job alone deletes from it', () => {
  const touching = globSync('app/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] })
    .filter((path) => /['`"]audit_entry['`"]/.test(readFileSync(path, 'utf8')))
    .filter((path) => !path.includes('/db/migrations/'))
  expect(touching.toSorted()).toEqual([
    'app/features/admin/audit/delete-old-audit-entries.job.server.ts',
    'app/features/admin/audit/list-audit-entries.server.ts',
    'app/platform/audit/record-change.server.ts',
    'app/platform/audit/record-repeated.server.ts',
    // Names it among the tables whose rows it does not count.
    'app/platform/backup/count-records.server.ts',
  ])
})
