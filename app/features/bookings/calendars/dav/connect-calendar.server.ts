import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { storeFeed } from '../change-feeds.server.ts'
import type { DavSecret } from '../sealed-calendars.ts'
import { accountOf, addressOf, type DavLogin } from './dav-login.ts'

type Connection = DavLogin & {
  calendar: string
  writes: boolean
  member: string
}

/** Stores a calendar with its login. @throws {FieldErrors} davAddress, davUser, davPassword, calendar, member */
export async function connectCalendar(ctx: Ctx, connection: Connection): Promise<void> {
  requireActor(ctx, 'bookings.write')
  const address = addressOf(connection)
  const calendar = URL.parse(connection.calendar)
  if (!calendar || calendar.protocol !== address.protocol || calendar.href.length > 2000)
    throw new FieldErrors({ calendar: 'Please choose a calendar.' })
  const secret: DavSecret = { url: calendar.href, ...accountOf(connection) }
  await storeFeed(ctx, {
    kind: 'caldav',
    writes: connection.writes,
    host: calendar.hostname,
    secret: JSON.stringify(secret),
    member: connection.member,
  })
}
