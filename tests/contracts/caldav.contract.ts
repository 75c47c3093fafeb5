import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { cancelBooking, moveBooking } from '#app/features/bookings/change-booking.server.ts'
import { listFeeds } from '#app/features/bookings/calendars/change-feeds.server.ts'
import { connectCalendar } from '#app/features/bookings/calendars/dav/connect-calendar.server.ts'
import { findDavCalendars } from '#app/features/bookings/calendars/dav/find-dav-calendars.server.ts'
import { writeEntries } from '#app/features/bookings/calendars/dav/write-entries.server.ts'
import { refreshCalendar } from '#app/features/bookings/calendars/refresh-calendar.server.ts'
import { eraseLead } from '#app/features/leads/delete-lead.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { startCalDavServer, startDigestServer } from '#tests/fakes/caldav-server.ts'
import { createBooking, freeTimesOf } from '#tests/factories/booking.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { missingRadicale, startRadicale } from '#tests/support/radicale.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'

type Server = {
  origin: string
  calendar: string
  entries(): Promise<string[]>
  put(name: string, text: string): Promise<void>
  stop(): Promise<void>
}

const servers: readonly (readonly [string, () => Promise<Server>, string | null])[] = [
  ['a small server of ours', startCalDavServer, null],
  ['a server that wants Digest', startDigestServer, null],
  ['Radicale', startRadicale, missingRadicale()],
]

const patience = { timeout: 60_000 }

function event(uid: string, start: string): string {
  const lines = [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:20261101T000000Z`,
    `DTSTART:${start}`,
    'DURATION:PT1H',
  ]
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//x//y//EN',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

async function createAccount(startServer: () => Promise<Server>) {
  const server = await startServer()
  onTestFinished(() => server.stop())
  const base = await createTestCtx({ env: { FETCH_LOOPBACK: 'on' } })
  const { id: memberId } = await createTestOwner(base)
  const ctx = asOwner(base, { ...testActor, memberId })
  const login = { davAddress: server.origin, davUser: 'ada', davPassword: 'an app password' }
  return { server, ctx, login }
}

async function connect(startServer: () => Promise<Server>) {
  const { server, ctx, login } = await createAccount(startServer)
  await connectCalendar(ctx, { ...login, calendar: server.calendar, writes: true, member: '' })
  const { id } = assertDefined((await listFeeds(ctx))[0], 'it was connected')
  const signal = new AbortController().signal
  return {
    ctx,
    server,
    feed: async () => assertDefined((await listFeeds(ctx))[0], 'it is still there'),
    refresh: () => refreshCalendar(ctx, id, signal),
    write: () => writeEntries(ctx, id, signal),
    first: async () => new Date((await freeTimesOf(ctx))[0] ?? 0).toISOString().slice(0, 16),
  }
}

for (const [name, startServer, missing] of servers) {
  const on = test.skipIf(missing !== null)
  const here = `with ${name}${missing === null ? '' : ` (skipped: ${missing})`}`

  on(`${here}, the calendars of an account are found from its server's address`, patience, async () => {
    const { server, ctx, login } = await createAccount(startServer)
    const found = await findDavCalendars(ctx, login)
    expect(found.map(({ url }) => url)).toEqual([server.calendar])
    expect(await findDavCalendars(ctx, { ...login, davAddress: server.calendar })).toEqual(found)
  })

  on(`${here}, a wrong password and a missing calendar are told`, patience, async () => {
    const { server, ctx, login } = await createAccount(startServer)
    await expect(findDavCalendars(ctx, { ...login, davPassword: 'wrong' })).rejects.toMatchObject({
      fields: { davAddress: 'The server refused the user name or the password.' },
    })
    await connectCalendar(ctx, { ...login, calendar: `${server.calendar}gone/`, writes: true, member: '' })
    const { id } = assertDefined((await listFeeds(ctx))[0], 'it was connected')
    await refreshCalendar(ctx, id, new AbortController().signal)
    expect((await listFeeds(ctx))[0]?.error).toMatch(/^The server answered with an error \(\d+\)/)
  })

  on(`${here}, what is busy is not offered, and read again when it changes`, patience, async () => {
    const { server, refresh, first, feed } = await connect(startServer)
    await server.put('nine', event('nine', '20261123T090000Z'))
    await refresh()
    expect(await feed()).toMatchObject({ error: null })
    expect(await first()).toBe('2026-11-23T10:00')
    await server.put('ten', event('ten', '20261123T100000Z'))
    await refresh()
    expect(await first()).toBe('2026-11-23T11:00')
  })

  on(
    `${here}, bookings are written, moved and taken away, and block nothing themselves`,
    patience,
    async () => {
      const { ctx, server, write, refresh, feed } = await connect(startServer)
      const before = await freeTimesOf(ctx)
      const { id, start } = await createBooking(ctx, { name: 'Ada, Countess; of\nLovelace' })
      await write()
      const [written = ''] = await server.entries()
      expect(written).toContain(`UID:${id}@localhost`)
      expect(written).toContain(String.raw`Ada\, Countess\; of`)
      expect(written).not.toContain('METHOD')
      await refresh()
      expect(await feed()).toMatchObject({ error: null, write_error: null })
      const other = assertDefined(
        before.find((time) => time > start),
        'there are other times',
      )
      await moveBooking(ctx, { id, start: other })
      expect(await freeTimesOf(ctx)).toContain(start)
      await write()
      const entries = await server.entries()
      expect(entries).toHaveLength(1)
      expect(entries[0]).toContain('SEQUENCE:1')
      await cancelBooking(ctx, id)
      await write()
      expect(await server.entries()).toEqual([])
    },
  )

  on(`${here}, an erased booking leaves the calendar too`, patience, async () => {
    const { ctx, server, write } = await connect(startServer)
    const { id } = await createBooking(ctx)
    await write()
    expect(await server.entries()).toHaveLength(1)
    const { lead_id } = await ctx.db
      .selectFrom('booking')
      .select('lead_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await eraseLead(ctx, lead_id)
    await write()
    expect(await server.entries()).toEqual([])
  })
}

test('a refusing server is reported, and the next run continues where it ended', async () => {
  const { ctx, server, write, feed } = await connect(startCalDavServer)
  await createBooking(ctx)
  const refusing = server as Awaited<ReturnType<typeof startCalDavServer>>
  refusing.state.refuses = 507
  await expect(write()).rejects.toThrow('The server answered with an error (507).')
  expect(await feed()).toMatchObject({ write_error: 'The server answered with an error (507).' })
  refusing.state.refuses = null
  await write()
  expect(await server.entries()).toHaveLength(1)
  expect(await feed()).toMatchObject({ write_error: null })
})

test('an entry that the server refuses is reported, and does not keep the others out', async () => {
  const { ctx, server, write, feed } = await connect(startCalDavServer)
  const { state } = server as Awaited<ReturnType<typeof startCalDavServer>>
  const { id: first } = await createBooking(ctx)
  const { id: second } = await createBooking(ctx)
  await write()
  state.refusedEntry = first
  const { id: third } = await createBooking(ctx)
  await cancelBooking(ctx, first)
  await cancelBooking(ctx, second)
  await expect(write()).rejects.toThrow('refused')
  const left = (await server.entries()).map((entry) =>
    [first, second, third].findIndex((id) => entry.includes(id)),
  )
  expect(left).toEqual([0, 2])
  expect((await feed()).write_error).toContain('refused')
  state.refusedEntry = ''
  await write()
  expect(await server.entries()).toHaveLength(1)
  expect(await feed()).toMatchObject({ write_error: null })
})

test('a booking queues its entry in its own transaction', async () => {
  const { ctx } = await connect(startCalDavServer)
  const { id } = await createBooking(ctx)
  const jobs = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('name', '=', 'write-calendar-entries')
    .execute()
  expect(jobs.map((job) => job.id).filter((name) => name.includes(id))).toHaveLength(1)
})

test.each([
  ['davAddress', { davAddress: '' }],
  ['davAddress', { davAddress: 'http://' }],
  ['davUser', { davUser: '' }],
  ['davUser', { davUser: 'a:b' }],
  ['davPassword', { davPassword: '' }],
])('a login without a good %s is refused: %o', async (field, wrong) => {
  const { ctx, login } = await createAccount(startCalDavServer)
  await expect(findDavCalendars(ctx, { ...login, ...wrong })).rejects.toMatchObject({
    fields: { [field]: expect.any(String) },
  })
})

test('nothing is requested from this machine’s network or over plain http', async () => {
  const base = await createTestCtx()
  const { id: memberId } = await createTestOwner(base)
  const ctx = asOwner(base, { ...testActor, memberId })
  const asked = (davAddress: string) =>
    findDavCalendars(ctx, { davAddress, davUser: 'ada', davPassword: 'secret' })
  await expect(asked('https://169.254.169.254/')).rejects.toMatchObject({
    fields: { davAddress: 'The server could not be reached.' },
  })
  await expect(asked('http://calendar.example/')).rejects.toMatchObject({
    fields: { davAddress: 'Please enter an address that begins with https://.' },
  })
})

test('invalid addresses from a server are left out, and long names are cut', async () => {
  const calendar = (href: string, name: string) =>
    `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:resourcetype><c:calendar/></d:resourcetype>` +
    `<d:displayname>${name}</d:displayname><c:calendar-home-set><d:href>/</d:href></c:calendar-home-set></d:prop>` +
    `<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
  const answers = [
    [calendar('/', '').replace('<c:calendar/>', '')],
    [calendar('http://[', 'Odd'), calendar('/work', 'W'.repeat(5000))],
  ]
  const server = createServer((_request, response) => {
    const said = (answers.length > 1 ? answers.shift() : answers[0])?.join('')
    response
      .writeHead(207)
      .end(`<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${said}</d:multistatus>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ctx = asOwner(await createTestCtx({ env: { FETCH_LOOPBACK: 'on' } }))
  const login = { davAddress: origin, davUser: 'ada', davPassword: 'an app password' }
  expect(await findDavCalendars(ctx, login)).toEqual([{ url: `${origin}/work`, name: 'W'.repeat(200) }])
})
