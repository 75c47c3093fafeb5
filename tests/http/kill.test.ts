import { expect, onTestFinished, test } from 'vitest'

import { killUnderLoad } from '#tests/support/kill-rounds.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

/** A quick check; `npm run faults` does fifty rounds. */
const ROUNDS = 3

test(`${ROUNDS} times SIGKILL under 50 inquiries a second: none acknowledged is lost, none doubled`, async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const held = await killUnderLoad(
    { ...database.env, APP_SECRET: testSecret },
    { rounds: ROUNDS, perSecond: 50 },
  )
  expect(held).toMatchObject({ lost: [], doubled: 0, mailsAmiss: 0 })
  expect(held.acknowledged).toBeGreaterThan(ROUNDS * 10)
}, 300_000)
