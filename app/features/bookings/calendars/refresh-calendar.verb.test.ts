import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { removeMember } from '#app/features/auth/team/change-member.server.ts'
import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'
import { createProcessState } from '#app/platform/context.server.ts'
import { freeTimesOf } from '#tests/factories/booking.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'

import { saveHours } from '../availability/save-hours.server.ts'
import { bookingSettings } from '../booking-settings.server.ts'
import { addFeed, listFeeds, removeFeed } from './change-feeds.server.ts'
import { refreshOneCalendar } from './refresh-calendars.job.server.ts'
import { refreshCalendar } from './refresh-calendar.server.ts'

const busy = (...hours: string[]) =>
  hours.map((hour) => `BEGIN:VEVENT\nUID:${hour}\nDTSTART:20261123T${hour}0000Z\nDURATION:PT1H\nEND:VEVENT`)

/** Starts a calendar server with entity tags, whose status a test can change. */
async function calendarServer() {
  const state = { events: busy('09'), status: 200, isCut: false, asked: [] as (string | undefined)[] }
  const server = createServer((request, response) => {
    state.asked.push(request.headers['if-none-match'])
    const etag = `"${state.events.length}"`
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end()
      return
    }
    response.writeHead(state.status, { 'content-type': 'text/calendar', etag })
    const end = state.isCut ? [] : ['END:VCALENDAR']
    response.end(['BEGIN:VCALENDAR', 'VERSION:2.0', ...state.events, ...end].join('\r\n'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/me.ics` }
}

async function withFeed() {
  const { state, url } = await calendarServer()
  const base = await createTestCtx({ env: { FETCH_LOOPBACK: 'on' } })
  const { id: memberId } = await createTestOwner(base)
  const ctx = asOwner(base, { ...testActor, memberId })
  await addFeed(ctx, { url, member: '' })
  const { id } = assertDefined((await listFeeds(ctx))[0], 'it was added')
  const refresh = () => refreshCalendar(ctx, id, new AbortController().signal)
  const first = async () => new Date((await freeTimesOf(ctx))[0] ?? 0).toISOString().slice(0, 16)
  return { ctx, id, state, refresh, first, feed: async () => (await listFeeds(ctx))[0] }
}

test('what is busy in a calendar is not offered, and read again only when it has changed', async () => {
  const { state, refresh, first, ctx, id } = await withFeed()
  expect(await first()).toBe('2026-11-23T09:00')
  await refresh()
  expect(await first()).toBe('2026-11-23T10:00')
  await refresh()
  expect(state.asked).toEqual([undefined, '"1"'])
  state.events = busy('09', '10')
  await refresh()
  expect(await first()).toBe('2026-11-23T11:00')
  await removeFeed(ctx, id)
  expect(await first()).toBe('2026-11-23T09:00')
})

test('whole days of an unchanged calendar follow the member to another time zone', async () => {
  const { ctx, id, state, refresh } = await withFeed()
  state.events = ['BEGIN:VEVENT\nUID:day\nDTSTART;VALUE=DATE:20261123\nEND:VEVENT']
  await refresh()
  const { member_id } = assertDefined((await listFeeds(ctx))[0], 'it was added')
  const busyFrom = async () => {
    const rows = await ctx.db.selectFrom('busy_time').select('from_at').execute()
    return rows.map(({ from_at }) => new Date(from_at).toISOString().slice(0, 16))
  }
  expect(await busyFrom()).toEqual(['2026-11-23T00:00'])
  const queued = () =>
    ctx.db.selectFrom('job').select('payload').where('name', '=', refreshOneCalendar.name).execute()
  await saveHours(ctx, { id: member_id, timeZone: 'Asia/Tokyo', 'day-0': '9-17' })
  expect(await queued()).toEqual([1, 2].map(() => ({ payload: JSON.stringify({ feedId: id }) })))
  await refresh()
  expect(await busyFrom()).toEqual(['2026-11-22T15:00'])
  await saveHours(ctx, { id: member_id, timeZone: 'Asia/Tokyo', 'day-0': '9-12' })
  expect(await queued()).toHaveLength(2)
  await refresh()
  expect(state.asked).toEqual([undefined, undefined, '"1"'])
})

test('what another instance has read is known here too', async () => {
  const { ctx, state, refresh } = await withFeed()
  await refresh()
  const here = { ...ctx, state: createProcessState(ctx.signals) }
  const first = async () => new Date((await freeTimesOf(here))[0] ?? 0).toISOString().slice(0, 16)
  expect(await first()).toBe('2026-11-23T10:00')
  state.events = busy('09', '10')
  ctx.clock.advance(MINUTE)
  await refresh()
  expect(await first()).toBe('2026-11-23T11:00')
})

test('a calendar that fails is told of; what it said applies for a day, and then the owner’s choice', async () => {
  const { state, refresh, feed, first, ctx } = await withFeed()
  await refresh()
  state.status = 500
  state.events = busy('09', '10')
  ctx.clock.advance(HOUR)
  await refresh()
  expect(await feed()).toMatchObject({ error: 'The server answered with an error (500).' })
  expect(await first()).toBe('2026-11-23T10:00')
  ctx.clock.advance(DAY)
  expect(await freeTimesOf(ctx)).toEqual([])
  await bookingSettings.save(ctx, { reminders: '24', calendarGoodFor: '24', afterwards: 'open' })
  expect((await freeTimesOf(ctx)).length).toBeGreaterThan(100)
  state.status = 200
  await refresh()
  expect(await feed()).toMatchObject({ error: null })
})

test('a calendar that has not changed is good until it fails, and one failure closes nobody', async () => {
  const { state, refresh, feed, ctx } = await withFeed()
  await bookingSettings.save(ctx, { reminders: '24', calendarGoodFor: '2', afterwards: 'closed' })
  await refresh()
  for (let hour = 1; hour <= 5; hour += 1) {
    ctx.clock.advance(HOUR)
    await refresh()
  }
  state.status = 500
  state.events = busy('09', '10')
  ctx.clock.advance(HOUR)
  await refresh()
  expect((await feed())?.error).toMatch(/500/)
  expect(await freeTimesOf(ctx)).not.toEqual([])
  ctx.clock.advance(2 * HOUR)
  expect(await freeTimesOf(ctx)).toEqual([])
})

test('a calendar whose reading is broken off each time is out as well, though no fault was noted', async () => {
  const { ctx, id, refresh, first } = await withFeed()
  await refresh()
  ctx.clock.advance(DAY + MINUTE)
  await expect(refreshCalendar(ctx, id, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(await freeTimesOf(ctx)).toEqual([])
  await refresh()
  expect(await first()).toBe('2026-11-23T10:00')
})

test('who leaves the team takes their calendars along: nothing is read or written with their login any more', async () => {
  const { ctx, id } = await withFeed()
  const { member_id } = assertDefined((await listFeeds(ctx))[0], 'it was added')
  const { id: other } = await createTestMember(ctx, { role: 'owner' })
  await addFeed(ctx, { url: 'https://calendar.example/other.ics', member: other })
  await removeMember(asOwner(ctx, { ...testActor, memberId: other }), { id: member_id })
  const left = await ctx.db.selectFrom('calendar_feed').select(['id', 'member_id']).execute()
  expect(left).toEqual([{ id: expect.not.stringMatching(id), member_id: other }])
})

test('a file that was cut short leaves what was known', async () => {
  const { state, refresh, feed, first } = await withFeed()
  await refresh()
  state.events = ['BEGIN:VEVENT', 'X']
  state.isCut = true
  await refresh()
  expect((await feed())?.error).toBe('This is not a calendar that can be read.')
  expect(await first()).toBe('2026-11-23T10:00')
})

test('a zone that nobody knows is told of with its events until it is gone, and blocks the hours around', async () => {
  const { state, refresh, feed, first } = await withFeed()
  const [event = ''] = busy('12')
  state.events = [event.replace(/DTSTART:(\w+)Z/, 'DTSTART;TZID=Mars/Phobos:$1'), 'BEGIN:VEVENT\nEND:VEVENT']
  await refresh()
  const note =
    '1 event in the unknown time zone “Mars/Phobos”: the hours around are busy too. 1 event could not be read completely. Please check the times.'
  expect(await feed()).toMatchObject({ note, error: null })
  expect(await first()).toBe('2026-11-24T09:00')
  await refresh()
  expect(state.asked.at(-1)).toBe('"2"')
  expect(await feed()).toMatchObject({ note, error: null })
  state.status = 500
  state.events = busy('09')
  await refresh()
  expect(await feed()).toMatchObject({ note, error: 'The server answered with an error (500).' })
  state.status = 200
  await refresh()
  expect(await feed()).toMatchObject({ note: null, error: null })
  expect(await first()).toBe('2026-11-23T10:00')
})

test.each(['', 'not an address', 'ftp://calendar.example/a.ics', 'javascript:alert(1)'])(
  'the address %j is refused with its sentence',
  async (url) => {
    const { ctx } = await withFeed()
    await expect(addFeed(ctx, { url, member: '' })).rejects.toMatchObject({ fields: { url: /calendar/ } })
  },
)

test('there are at most 50 calendars, also when several are added at once', async () => {
  const { ctx } = await withFeed()
  const add = () => addFeed(ctx, { url: 'https://calendar.example/more.ics', member: '' })
  for (let n = 1; n < 46; n += 1) await add()
  const answers = await Promise.allSettled(Array.from({ length: 8 }, add))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', message: /at most 50 calendars/ },
  })
  expect(await listFeeds(ctx)).toHaveLength(50)
})

test('an address of this machine’s network is not asked', async () => {
  const base = await createTestCtx()
  const { id: memberId } = await createTestOwner(base)
  const ctx = asOwner(base, { ...testActor, memberId })
  await addFeed(ctx, { url: 'http://169.254.169.254/latest', member: memberId })
  const { id } = assertDefined((await listFeeds(ctx))[0], 'it was added')
  await refreshCalendar(ctx, id, new AbortController().signal)
  expect((await listFeeds(ctx))[0]?.error).toBe('The address could not be reached.')
})
