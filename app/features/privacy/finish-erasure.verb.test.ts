import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Ctx } from '#app/platform/context.server.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { finishErasure } from './finish-erasure.job.server.ts'
import { personalData } from './personal-data.ts'

const run = { signal: new AbortController().signal }

test('every table with personal data is scrubbed, and every table whose rows are deleted with theirs', async () => {
  const ctx = await createTestCtx()
  let scrubbed: readonly string[] = []
  const scrub = async (tables: readonly string[]) => {
    scrubbed = tables
  }
  await finishErasure.run({ ...ctx, engine: { ...ctx.engine, scrub } }, {}, run)
  const named = Object.entries(personalData)
    .filter(([, rules]) => 'row' in rules || 'redact' in rules || 'redactJson' in rules)
    .map(([table]) => table)
  const expected = new Set(named)
  const references = await listCascades(ctx)
  // A set that grows while it is iterated: children of children follow.
  for (const table of expected)
    for (const { child, parent } of references) if (parent === table) expected.add(child)
  expect(expected).toContain('slot_claim')
  expect([...expected].filter((table) => !scrubbed.includes(table))).toEqual([])
  expect(scrubbed).toEqual(expect.arrayContaining(['audit_entry', 'deletion', 'throttle']))
  expect(new Set(scrubbed).size).toBe(scrubbed.length)
})

async function listCascades({ db, engine }: Ctx): Promise<{ child: string; parent: string }[]> {
  const query =
    engine.name === 'sqlite'
      ? sql<{ child: string; parent: string }>`select child.name as child, key."table" as parent
          from sqlite_master child join pragma_foreign_key_list(child.name) key
          where child.type = 'table' and key.on_delete = 'CASCADE'`
      : sql<{
          child: string
          parent: string
        }>`select child.relname::text as child, parent.relname::text as parent
          from pg_constraint key join pg_class child on child.oid = key.conrelid
          join pg_class parent on parent.oid = key.confrelid
          where key.confdeltype = 'c' and key.connamespace = current_schema()::regnamespace`
  return (await query.execute(db)).rows
}
