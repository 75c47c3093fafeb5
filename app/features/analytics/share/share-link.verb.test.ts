import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import { pageHit, testCollector } from '#tests/factories/hit.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { readSharedAnalytics } from '../admin/read-analytics-page.server.ts'
import { makeShareLink, readShareLink, revokeShareLink } from './share-link.server.ts'

test('whoever has the link reads the figures, until it is revoked or made anew, on every instance', async () => {
  const ctx = await createTestCtx()
  const owner = asOwner(ctx)
  const other = await createSecondInstance(ctx)
  const collector = testCollector(ctx)
  await collector.take(pageHit('/'))
  await collector.flush()
  expect(await readShareLink(owner)).toBeNull()

  await makeShareLink(owner)
  const link = await readShareLink(owner)
  const { searchParams } = new URL(assertDefined(link, 'the test has made it').url)
  searchParams.set('range', 'today')
  const shared = await readSharedAnalytics(ctx, searchParams)
  expect(shared.dashboard.totals.pageViews.now).toBe(1)
  expect(shared.view.range.name).toBe('today')

  await makeShareLink(owner)
  await expect(readSharedAnalytics(other, searchParams)).rejects.toMatchObject({ code: 'not-found' })
  const { searchParams: next } = new URL(
    assertDefined(await readShareLink(owner), 'the test has made it').url,
  )
  await readSharedAnalytics(other, next)
  await revokeShareLink(owner)
  await expect(readSharedAnalytics(other, next)).rejects.toMatchObject({ code: 'not-found' })
})

test.each(['', 'x', '../..', 'null', 'x'.repeat(43)])('the key %j opens nothing', async (key) => {
  const ctx = await createTestCtx()
  const params = new URLSearchParams({ key })
  await expect(readSharedAnalytics(ctx, params)).rejects.toMatchObject({ code: 'not-found' })
  await makeShareLink(asOwner(ctx))
  await expect(readSharedAnalytics(ctx, params)).rejects.toMatchObject({ code: 'not-found' })
})

test('a copy of the database without the secret opens nothing', async () => {
  const ctx = await createTestCtx()
  await makeShareLink(asOwner(ctx))
  const { searchParams } = new URL(
    assertDefined(await readShareLink(asOwner(ctx)), 'the test has made it').url,
  )
  const signer = createSigner('another secret for tests, of 32 characters or more')
  await expect(readSharedAnalytics({ ...ctx, signer }, searchParams)).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('without the owner there is no link to see, make or revoke', async () => {
  const ctx = await createTestCtx()
  for (const verb of [readShareLink, makeShareLink, revokeShareLink])
    await expect(verb(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
})
