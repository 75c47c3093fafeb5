import { expect, onTestFinished, test } from 'vitest'

import { countLeads } from '#tests/support/count-leads.ts'
import { databaseAway, databaseReadOnly, diskFull, liveThrough, type Outage } from '#tests/support/outages.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'

/** Also expects that the server recovers without a restart. */
async function expectLivedThrough(outage: Outage): Promise<void> {
  const env = { ...outage.env, APP_SECRET: testSecret }
  const found = await liveThrough({ ...outage, env }, () => countLeads(env))
  onTestFinished(async () => {
    await found.server.stop()
    await outage.remove()
  })
  expect(new Set(found.pages)).toEqual(new Set([200]))
  expect(new Set(found.writes)).toEqual(new Set([503]))
  expect(found.ready).toBe(outage.isReadable ? 200 : 503)
  expect(found.traffic).toBe(200)
  expect(found.plainPage).toContain('Kept, every word.')
  for (const text of [found.plainPage, ...found.unshown.map((page) => page.text)])
    expect(text).toContain('Our database cannot do this right now.')
  for (const page of found.unshown) expect(page).toMatchObject({ status: 503, retryAfter: '30' })
  expect(new Set(found.after)).toEqual(new Set([200]))
  expect(found.falseSuccesses).toBe(0)
}

test.runIf(testEngine === 'sqlite')('a full disk: pages are shown, writes refused', async ({ skip }) => {
  const disk = diskFull()
  if (!disk) return skip('No disk can be mounted here: it takes Linux and root.')
  await expectLivedThrough(disk)
})

const onPostgres = test.runIf(testEngine === 'postgres')

onPostgres('with a read-only database, pages are shown and writes refused', async () => {
  await expectLivedThrough(await databaseReadOnly())
})

onPostgres('with an unreachable database, cached pages are shown and writes refused', async () => {
  await expectLivedThrough(await databaseAway())
})
