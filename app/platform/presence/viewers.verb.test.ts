import { setImmediate } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { SECOND } from '#app/platform/clock.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { testEngine } from '#tests/support/test-database.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { until } from '#tests/support/until.ts'

import { watchViewers } from './viewers.server.ts'

/** Opens a page, and returns what it shows and how to close it. */
function open(ctx: TestCtx, page = 'lead:a') {
  const leaving = new AbortController()
  const shown: { names: string[] | null; times: number } = { names: null, times: 0 }
  const ended = (async () => {
    for await (const names of watchViewers(ctx, { page, permission: 'leads.read' }, leaving.signal)) {
      shown.names = names
      shown.times += 1
    }
  })()
  const close = async () => {
    leaving.abort()
    await ended
  }
  onTestFinished(close)
  const shows = (...names: string[]) =>
    until(`the page shows ${names.join(', ') || 'nobody'}`, async () => shown.names?.join() === names.join())
  return { shows, close }
}

async function memberCtx(ctx: TestCtx, name: string): Promise<TestCtx> {
  return asOwner(ctx, (await createTestMember(ctx, { name })).actor)
}

test('members who have a page open see each other, and no longer once it is closed', async () => {
  const ctx = await createTestCtx()
  const [ana, ben] = [await memberCtx(ctx, 'Ana <b>'), await memberCtx(ctx, 'Ben')]
  const first = open(ana)
  await first.shows()
  const second = open(ben)
  await second.shows('Ana <b>')
  await first.shows('Ben')
  const third = open(ben)
  await third.shows('Ana <b>')
  await second.close()
  const elsewhere = open(await memberCtx(ctx, 'Cleo'), 'lead:b')
  await elsewhere.shows()
  await first.shows('Ben')
  await third.close()
  await first.shows()
})

test('a page that is left is gone, even if its last announcement takes longer', async () => {
  const ctx = await createTestCtx()
  const [ana, ben] = [await memberCtx(ctx, 'Ana'), await memberCtx(ctx, 'Ben')]
  const first = open(ana)
  await first.shows()
  const held = Promise.withResolvers<void>()
  let delayed = 0
  const signals: TestCtx['signals'] = {
    ...ctx.signals,
    subscribe: (...args) => ctx.signals.subscribe(...args),
    async publish(publishing, topic, payload) {
      // Its answer to the next page that opens.
      if (JSON.parse(payload ?? '{}').isNew === false && delayed++ === 0) await held.promise
      await ctx.signals.publish(publishing, topic, payload)
    },
  }
  const second = open({ ...ben, signals })
  await first.shows('Ben')
  const third = open(await memberCtx(ctx, 'Cleo'))
  await third.shows('Ana', 'Ben')
  const closed = second.close()
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  held.resolve()
  await closed
  await first.shows('Cleo')
  await third.close()
  await first.shows()
})

test('without a name the address is shown, and whoever may not read is refused', async () => {
  const ctx = await createTestCtx()
  const nameless = asOwner(ctx, (await createTestMember(ctx, { email: 'dora@agency.test' })).actor)
  open(nameless)
  await open(await memberCtx(ctx, 'Ana')).shows('dora@agency.test')
  const editor = asOwner(ctx, (await createTestMember(ctx, { role: 'editor' })).actor)
  const refused = watchViewers(editor, { page: 'lead:a', permission: 'leads.read' }, AbortSignal.timeout(1))
  await expect(refused.next()).rejects.toMatchObject({ code: 'forbidden' })
})

test('whoever is not heard of any more is forgotten within a minute', async () => {
  const ctx = await createTestCtx()
  const died = {
    page: 'lead:a',
    stream: 'x',
    memberId: 'died',
    name: 'Died',
    until: ctx.clock.now() + 40 * SECOND,
  }
  const first = open(await memberCtx(ctx, 'Ana'))
  await first.shows()
  await ctx.signals.publish(ctx, 'viewing', JSON.stringify(died))
  await first.shows('Died')
  ctx.clock.advance(40 * SECOND)
  const second = open(await memberCtx(ctx, 'Ben'))
  await second.shows('Ana')
  await first.shows('Ben')
})

test.runIf(testEngine === 'postgres')('members on two instances see each other at once', async () => {
  const ctx = await createTestCtx()
  const other = await createSecondInstance(ctx)
  const first = open(await memberCtx(ctx, 'Ana'))
  await first.shows()
  const second = open(await memberCtx(other, 'Ben'))
  await second.shows('Ana')
  await first.shows('Ben')
  await second.close()
  await first.shows()
})
