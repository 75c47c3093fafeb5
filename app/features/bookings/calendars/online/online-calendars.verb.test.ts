import { expect, onTestFinished, test } from 'vitest'

import { saveOauthClient } from '#app/features/connections/change-oauth-client.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { HOUR, MINUTE } from '#app/platform/clock.ts'
import { createBooking, createMeetingType, freeTimesOf } from '#tests/factories/booking.ts'
import { createSignedInOwner } from '#tests/factories/two-factor.ts'
import { oauthClient, startOnlineCalendars } from '#tests/fakes/online-calendars.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { cancelBooking, moveBooking } from '#app/features/bookings/change-booking.server.ts'
import { listFeeds, removeFeed } from '../change-feeds.server.ts'
import { writeEntries } from '../dav/write-entries.server.ts'
import { refreshCalendar } from '../refresh-calendar.server.ts'
import { beginConsent, finishConsent } from './consent.server.ts'

type Provider = 'google' | 'microsoft'

const { signal } = new AbortController()

async function createOffice(provider: Provider) {
  const calendars = await startOnlineCalendars()
  onTestFinished(() => calendars.stop())
  const ctx = await createTestCtx({ env: calendars.env })
  const { owner, password } = await createSignedInOwner(ctx)
  await saveOauthClient(owner, provider, { ...oauthClient, tenant: '', ownPassword: password, code: '' })
  return { calendars, ctx, owner }
}

async function consent(url: string): Promise<{ code: string; state: string; error: null }> {
  const answer = await fetch(url, { redirect: 'manual' })
  const back = new URL(String(answer.headers.get('location'))).searchParams
  return { code: String(back.get('code')), state: String(back.get('state')), error: null }
}

async function createConnected(provider: Provider) {
  const office = await createOffice(provider)
  const { owner } = office
  await finishConsent(owner, await consent(await beginConsent(owner, provider)))
  const feed = assertDefined((await listFeeds(owner))[0], 'it was just connected')
  const feedNow = async () => assertDefined((await listFeeds(owner))[0], 'it stays connected')
  await refreshCalendar(owner, feed.id, signal)
  return { ...office, feed, feedNow }
}

const each = test.each<[Provider]>([['google'], ['microsoft']])

each(
  '%s: a member connects their own calendar, with proof of the request and of the session',
  async (provider) => {
    const { ctx, owner, feed } = await createConnected(provider)
    expect(feed).toMatchObject({ kind: provider, host: 'ada@agency.test', writes: 1 })
    const rows = await ctx.db.selectFrom('calendar_feed').select(['sealed', 'member_id']).execute()
    expect(rows).toEqual([{ sealed: expect.stringMatching(/^v1\./), member_id: owner.actor?.memberId }])
    const returned = await consent(await beginConsent(owner, provider))
    const elsewhere = {
      ...owner,
      actor: { ...assertDefined(owner.actor, 'signed in'), sessionId: 'another' },
    }
    await expect(finishConsent(elsewhere, returned)).rejects.toMatchObject({ code: 'expired' })
    for (const state of [null, 'forged', `${returned.state}x`])
      await expect(finishConsent(owner, { ...returned, state })).rejects.toMatchObject({
        code: 'expired',
      })
    const denied = { ...returned, code: null, error: 'access_denied' }
    await expect(finishConsent(owner, denied)).rejects.toThrow('did not allow it')
    await expect(finishConsent(owner, returned)).rejects.toThrow('already been used')
    const next = await consent(await beginConsent(owner, provider))
    await finishConsent(owner, next)
    await expect(finishConsent(owner, next)).rejects.toThrow('already been used')
    const late = await consent(await beginConsent(owner, provider))
    ctx.clock.advance(11 * MINUTE)
    await expect(finishConsent(owner, late)).rejects.toThrow('too long')
  },
)

test('without a client of the owner nobody is sent anywhere', async () => {
  const { owner } = await createOffice('google')
  await expect(beginConsent(owner, 'microsoft')).rejects.toMatchObject({ code: 'conflict' })
})

each('%s: a time that became busy since the last read is not given', async (provider) => {
  const { calendars, owner } = await createConnected(provider)
  const [first, second] = await freeTimesOf(owner)
  const start = assertDefined(first, 'the owner works')
  calendars.add(start, start + 30 * MINUTE)
  await expect(createBooking(owner, { start })).rejects.toMatchObject({ code: 'conflict' })
  expect(await freeTimesOf(owner)).not.toContain(start)
  await createBooking(owner, { start: assertDefined(second, 'the owner works') + HOUR })
})

each('%s: if it does not answer, the last known times count, and the member is told', async (provider) => {
  const { calendars, owner, ctx, feedNow } = await createConnected(provider)
  calendars.state.status = 503
  await createBooking(owner)
  expect((await feedNow()).error).toContain('(503)')
  calendars.state.fault = 'notFound'
  await createBooking(owner)
  expect((await feedNow()).error).toContain('(notFound)')
  calendars.state.fault = null
  ctx.clock.advance(100 * HOUR)
  await refreshCalendar(owner, (await feedNow()).id, signal)
  expect((await feedNow()).error).toBeNull()
})

each('%s: an expired token is renewed, and withdrawn access is named', async (provider) => {
  const { calendars, owner, ctx, feed, feedNow } = await createConnected(provider)
  calendars.expire()
  await refreshCalendar(owner, feed.id, signal)
  expect((await feedNow()).error).toBeNull()
  ctx.clock.advance(2 * HOUR)
  await refreshCalendar(owner, feed.id, signal)
  expect((await feedNow()).error).toBeNull()
  expect(calendars.asked.filter((line) => line.endsWith('/token')).length).toBe(3)
  calendars.revoke()
  await refreshCalendar(owner, feed.id, signal)
  expect((await feedNow()).error).toContain('withdrawn the access')
})

each(
  '%s: meetings are written, moved and cancelled, each once, and do not block themselves',
  async (provider) => {
    const { calendars, owner, feed } = await createConnected(provider)
    const write = () => writeEntries(owner, feed.id, signal)
    // Moved by half of its length, it overlaps what is written of it.
    await createMeetingType(owner, { name: 'Consultation', length: 60 })
    const { id, start } = await createBooking(owner, { name: 'Ada' })
    await write()
    await write()
    expect(calendars.shown()).toEqual([{ title: 'Consultation: Ada', from: start }])
    await owner.db.deleteFrom('calendar_entry').execute()
    await write()
    expect(calendars.shown()).toHaveLength(1)
    await refreshCalendar(owner, feed.id, signal)
    await moveBooking(owner, { id, start: start + 30 * MINUTE })
    await write()
    expect(calendars.shown()).toEqual([{ title: 'Consultation: Ada', from: start + 30 * MINUTE }])
    calendars.clear()
    await moveBooking(owner, { id, start: start + HOUR })
    await write()
    expect(calendars.shown()).toEqual([{ title: 'Consultation: Ada', from: start + HOUR }])
    await cancelBooking(owner, id)
    calendars.state.status = 429
    await expect(write()).rejects.toThrow('(429)')
    await write()
    expect(calendars.shown()).toEqual([])
    await removeFeed(owner, feed.id)
  },
)

test('a free time of Microsoft’s schedule stays free', async () => {
  const { calendars, owner, feed } = await createConnected('microsoft')
  const [start = 0] = await freeTimesOf(owner)
  calendars.add(start, start + HOUR, 'free')
  await refreshCalendar(owner, feed.id, signal)
  expect(await freeTimesOf(owner)).toContain(start)
})
