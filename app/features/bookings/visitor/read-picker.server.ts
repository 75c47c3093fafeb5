import { readTimeZone } from '#app/lib/time-zones.ts'
import { isDay } from '#app/lib/days.ts'
import { DAY, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { findHosts, listFreeTimes } from '../availability/find-free-times.server.ts'
import { readInstant } from '../meeting-time.ts'
import { type MeetingType, toPublicMeeting } from '../types/meeting-type.ts'
import type { PickerView } from './picker-props.ts'
import { firstWeekday, visitorsHabit } from './visitors-habit.ts'

const SPAN = 31 * DAY

type Wanted = {
  type: MeetingType
  params: URLSearchParams
  /** The header Accept-Language. */
  accepted: string | null
  holder?: string
}

/** Returns the free times of about a month, as the URL's query selects them. */
export async function readPicker(ctx: Ctx, { type, params, accepted, holder }: Wanted): Promise<PickerView> {
  const now = ctx.clock.now()
  const { timeZone, language: ofPage } = await ctx.site(ctx)
  const language = visitorsHabit(ofPage, accepted)
  const asked = readTimeZone(params.get('zone'))
  const wanted = params.get('from')
  const end = now + type.windowDays * DAY
  const from = wanted !== null && isDay(wanted) ? Math.min(Math.max(Date.parse(wanted), now), end) : now
  const times = await listFreeTimes(ctx, { type, range: { from, to: from + SPAN }, holder })
  const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)
  const time = readInstant(params.get('time'))
  return {
    times: times.map((at) => at / MINUTE),
    language,
    firstWeekday: firstWeekday(language),
    zone: asked ?? timeZone,
    isZoneAsked: asked !== null,
    day: params.get('day'),
    chosen: time === null ? null : time / MINUTE,
    from: from > now ? dayText(from) : null,
    earlier: from > now ? dayText(Math.max(now, from - SPAN)) : null,
    later: from + SPAN < end ? dayText(from + SPAN) : null,
  }
}

/** Returns what the page of a meeting shows. */
export async function readBookPage(ctx: Ctx, type: MeetingType, request: Request) {
  const { searchParams: params } = new URL(request.url)
  const accepted = request.headers.get('accept-language')
  const [view, hosts] = await Promise.all([readPicker(ctx, { type, params, accepted }), findHosts(ctx, type)])
  return { type: toPublicMeeting(type), hosts, view }
}
