import { expect, test } from 'vitest'

import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import { RESYNC } from '#app/platform/signals/signals.server.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { siteSettings } from './site-settings.server.ts'

async function nameShownBy(ctx: Pick<TestCtx, 'site' | 'db'>): Promise<string> {
  return (await ctx.site(ctx)).siteName
}

/** Returns a context whose database fails while `isAway` is set, and counts its queries. */
function withWeakDatabase(ctx: TestCtx): TestCtx & { isAway: boolean; asked: number } {
  const weak = { ...ctx, isAway: false, asked: 0 }
  weak.db = ctx.db.withPlugin({
    transformQuery({ node }) {
      weak.asked += 1
      if (weak.isAway) throw new Error('The database is away.')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return weak
}

test('before anything is saved the environment says who we are', async () => {
  const ctx = await createTestCtx({
    env: {
      SITE_NAME: 'Echo',
      CONTACT_EMAIL: 'desk@echo.dev',
      SOCIAL_X: 'https://x.com/echo',
      PUBLIC_URL: 'https://echo.dev',
    },
  })
  expect(await ctx.site(ctx)).toMatchObject({
    siteName: 'Echo',
    contactEmail: 'desk@echo.dev',
    noticeEmails: [],
    socialX: 'https://x.com/echo',
    timeZone: 'UTC',
    publicUrl: 'https://echo.dev',
    mailFrom: '"Echo" <desk@echo.dev>',
  })
})

test('MAIL_FROM is the sender whatever the site is called', async () => {
  const ctx = asOwner(await createTestCtx({ env: { MAIL_FROM: 'Post <post@echo.dev>' } }))
  await siteSettings.save(ctx, siteSettingsFields({ siteName: 'Other' }))
  await eventually(async () => expect(await nameShownBy(ctx)).toBe('Other'))
  expect((await ctx.site(ctx)).mailFrom).toBe('Post <post@echo.dev>')
})

test('quotes in the name cannot end it in the sender', async () => {
  const ctx = asOwner(await createTestCtx())
  const siteName = 'The "Best" \\ <boss@other.dev>'
  await siteSettings.save(ctx, siteSettingsFields({ siteName, contactEmail: 'desk@echo.dev' }))
  await eventually(async () => expect(await nameShownBy(ctx)).toBe(siteName))
  expect((await ctx.site(ctx)).mailFrom).toBe('"The Best  <boss@other.dev>" <desk@echo.dev>')
})

test('it is read once and not for every page', async () => {
  const ctx = withWeakDatabase(await createTestCtx())
  for (let n = 0; n < 5; n += 1) await nameShownBy(ctx)
  // Seven tables or settings, one query each, however many pages ask.
  expect(ctx.asked).toBe(7)
})

test('reads during a change return the new value', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await nameShownBy(ctx)).toBe('Lumivox')
  await siteSettings.save(ctx, siteSettingsFields({ siteName: 'Renamed' }))
  const names = await eventually(async () => {
    const together = await Promise.all([nameShownBy(ctx), nameShownBy(ctx), nameShownBy(ctx)])
    expect(together).toContain('Renamed')
    return together
  })
  expect(names).toEqual(['Renamed', 'Renamed', 'Renamed'])
})

test('while the database is away the last known values serve, and it is tried again', async () => {
  const ctx = withWeakDatabase(asOwner(await createTestCtx()))
  await siteSettings.save(ctx, siteSettingsFields({ siteName: 'Known' }))
  await eventually(async () => expect(await nameShownBy(ctx)).toBe('Known'))

  await siteSettings.save(ctx, siteSettingsFields({ siteName: 'Newer' }))
  ctx.isAway = true
  // Once the signal of the change arrives, the database is queried and fails.
  await eventually(async () => {
    expect(await nameShownBy(ctx)).toBe('Known')
    expect(ctx.logged.join('')).toContain('settings.unreachable')
  })
  expect(await nameShownBy(ctx)).toBe('Known')
  ctx.isAway = false
  expect(await nameShownBy(ctx)).toBe('Newer')
})

test('with a database that was never there the environment’s values serve', async () => {
  const ctx = withWeakDatabase(await createTestCtx())
  ctx.isAway = true
  expect(await nameShownBy(ctx)).toBe('Lumivox')
})

test('stored values that do not fit are passed over for the last known', async () => {
  const ctx = await createTestCtx()
  await storeSetting(ctx, siteSettings.key, { siteName: 'Half' })
  expect(await nameShownBy(ctx)).toBe('Lumivox')
})

test('after signals may have been missed it is read anew', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await nameShownBy(ctx)).toBe('Lumivox')
  const { noticeEmails: _none, ...fields } = siteSettingsFields({ siteName: 'Missed' })
  const value = JSON.stringify({ ...fields, noticeEmails: [] })
  await ctx.db.insertInto('setting').values({ key: siteSettings.key, value, updated_at: 0 }).execute()
  expect(await nameShownBy(ctx)).toBe('Lumivox')
  await ctx.signals.publish(ctx, RESYNC)
  await eventually(async () => expect(await nameShownBy(ctx)).toBe('Missed'))
})

test('a transaction does not wait for a reading that waits for it', async () => {
  const ctx = await createTestCtx()
  const held = Promise.withResolvers<void>()
  const first = withTransaction(ctx, () => held.promise)
  // On SQLite both wait for the one connection, the transaction before the read that it could share.
  const second = withTransaction(ctx, async (inside) => (await ctx.site(inside)).siteName)
  const shared = nameShownBy(ctx)
  held.resolve()
  await first
  expect(await second).toBe(await shared)
})
