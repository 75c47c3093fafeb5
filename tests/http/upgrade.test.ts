import { expect, onTestFinished, test } from 'vitest'

import { startAppServer } from '#tests/support/app-server.ts'
import { fillWithOld, knownOf, oldVersions } from '#tests/support/old-database.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

test.each(oldVersions)('every public address of %s leads to a page', async (version) => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  await fillWithOld(version, database.env)
  const server = await startAppServer({ APP_SECRET: testSecret, LIMITS: 'off', ...database.env })
  onTestFinished(async () => {
    await server.stop()
  })
  const { addresses, siteName } = knownOf(version)
  expect(addresses.length).toBeGreaterThan(20)
  const lost: string[] = []
  for (const path of addresses) {
    const response = await fetch(`${server.url}${path}`)
    if (response.status !== 200) lost.push(`${path}: ${response.status}`)
    await response.arrayBuffer()
  }
  expect(lost).toEqual([])
  const page = await (await fetch(server.url)).text()
  expect(page).toContain(`<title>${siteName}`)
})
