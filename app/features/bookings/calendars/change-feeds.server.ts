import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { calendarRow } from '#app/platform/crypto/sealed-rows.server.ts'
import type { CalendarFeedTable } from '#app/platform/db/schema/booking.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { listMembers } from '#app/platform/members.server.ts'
import { revokeLater } from '#app/platform/oauth/revoke-access.job.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { forgetBusy } from './find-busy-times.server.ts'
import { writeCalendarEntries } from './dav/write-entries.job.server.ts'
import { refreshOneCalendar } from './refresh-calendars.job.server.ts'

const MOST_FEEDS = 50

export async function listFeeds(ctx: Ctx) {
  requireActor(ctx, 'bookings.read')
  return ctx.db
    .selectFrom('calendar_feed')
    .select([
      'id',
      'member_id',
      'host',
      'kind',
      'writes',
      'good_at',
      'error',
      'note',
      'write_error',
      'checked_at',
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Stores a calendar's URL and queues its first read. @throws {FieldErrors} url, member */
export async function addFeed(ctx: Ctx, { url, member }: { url: string; member: string }): Promise<void> {
  requireActor(ctx, 'bookings.write')
  const address = URL.parse(url.trim().replace(/^webcals?:/i, 'https:'))
  if (!address || !/^https?:$/.test(address.protocol) || url.length > 2000)
    throw new FieldErrors({
      url: 'Please enter the address of a calendar, such as https://calendar.example/me.ics.',
    })
  await storeFeed(ctx, { kind: 'ics', writes: false, host: address.hostname, secret: address.href, member })
}

type NewFeed = {
  kind: CalendarFeedTable['kind']
  writes: boolean
  host: string
  secret: string
  member: string
}

/** Stores a calendar; `member` is the actor's if empty. @throws {FieldErrors} member. @throws {AppError} conflict. */
export async function storeFeed(ctx: Ctx, { kind, writes, host, secret, member }: NewFeed): Promise<void> {
  const actor = requireActor(ctx, 'bookings.write')
  const owner = (await listMembers(ctx)).find(({ id }) => id === (member || actor.memberId))
  if (!owner) throw new FieldErrors({ member: 'Please choose a member of the team.' })
  const id = newId()
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'calendars')
    const { count } = await ctx.db
      .selectFrom('calendar_feed')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= MOST_FEEDS)
      throw new AppError('conflict', `There can be at most ${MOST_FEEDS} calendars. Please remove one first.`)
    await ctx.db
      .insertInto('calendar_feed')
      .values({
        id,
        member_id: owner.id,
        host,
        sealed: ctx.vault.seal(calendarRow(id), secret),
        kind,
        writes: writes ? 1 : 0,
        write_error: null,
        etag: null,
        checked_at: null,
        good_at: null,
        error: null,
        created_at: ctx.clock.now(),
      })
      .execute()
    await enqueue(ctx, refreshOneCalendar, { feedId: id })
    if (writes) await enqueue(ctx, writeCalendarEntries, { feedId: id })
    await recordChange(ctx, {
      what: 'booking.calendar_added',
      subject: { id, title: host, path: '/admin/bookings' },
    })
  })
}

/** @throws {AppError} not-found */
export async function removeFeed(ctx: Ctx, id: string): Promise<{ removed: CalendarFeedTable['kind'] }> {
  requireActor(ctx, 'bookings.write')
  forgetBusy(ctx, id)
  return withTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .deleteFrom('calendar_feed')
      .where('id', '=', id)
      .returning(['host', 'kind', 'sealed'])
      .executeTakeFirst()
    if (!gone) throw new AppError('not-found', 'This calendar has already been removed.')
    await revokeLater(ctx, { provider: gone.kind, row: calendarRow(id), sealed: gone.sealed })
    await recordChange(ctx, {
      what: 'booking.calendar_removed',
      subject: { id, title: gone.host, path: '/admin/bookings' },
    })
    return { removed: gone.kind }
  })
}
