import { expect, test } from 'vitest'

import { derivedTables } from '#app/platform/db/tables/stored-tables.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { personalData } from './personal-data.ts'

test('every text column of the database is listed, once', async () => {
  const { db } = await createTestCtx()
  // PostgreSQL also lists tables of other schemas.
  const stored = (await db.introspection.getTables())
    .filter(({ name }) => !derivedTables.has(name) || Object.hasOwn(personalData, name))
    .flatMap(({ name, columns }) =>
      columns
        .filter(({ dataType }) => /text|char|json/i.test(dataType))
        .map((column) => `${name}.${column.name}`),
    )
  const listed = Object.entries(personalData).flatMap(([table, listing]) =>
    Object.values<readonly string[]>(listing)
      .flat()
      .map((column) => `${table}.${column}`),
  )
  expect(stored.length).toBeGreaterThan(100)
  expect(listed.toSorted()).toEqual([...new Set(stored)].toSorted())
})
