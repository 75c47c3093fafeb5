import { redirect } from 'react-router'

import { readTimeZone } from '#app/lib/time-zones.ts'
import { toSending } from '#app/features/leads/inquiry-request.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { textsFor } from '#app/ui/use-site.ts'

import { readInstant } from '../meeting-time.ts'
import { bookingsTexts } from '../messages.ts'
import { findOfferedTypes } from '../types/find-meeting-types.server.ts'

import type { Route } from './+types/book-type.route.ts'
import { bookMeeting } from './book-meeting.server.ts'
import { BookPage } from './book-page.tsx'
import { readBookPage } from './read-picker.server.ts'

export const handle: PageHandle = { unshared: true }

export function loader({ context, request, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const type = (await findOfferedTypes(ctx)).find(({ slug }) => slug === params.type)
    // Pages and mails may still link to a type that is no longer offered.
    if (!type) throw redirect('/book')
    return readBookPage(ctx, type, request)
  })
}

export const action = singleFormAction(
  {
    schema: anyFields,
    async run(ctx, { type = '', ...fields }, { request, visit }) {
      const sending = { ...(await toSending(ctx, fields, request, visit)), type }
      const { bookingId: id } = await bookMeeting(ctx, sending)
      const { time = '', zone = '' } = fields
      return redirect(`/book/${type}/booked?${new URLSearchParams({ time, zone, id })}`, 303)
    },
  },
  { paced: true },
)

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { page } = textsFor(matches, bookingsTexts)
  if (!loaderData) return []
  const { name, slug } = loaderData.type
  const { description } = page
  return pageMeta({ title: name, description, path: `/book/${slug}`, matches, index: false })
}

export default function BookTypeRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { view } = loaderData
  if (!actionData) return <BookPage {...loaderData} />
  const time = readInstant(actionData.typed['time'])
  const zone = readTimeZone(actionData.typed['zone'])
  const chosen = {
    ...(time !== null && { chosen: time / 60_000 }),
    ...(zone !== null && { zone, isZoneAsked: true }),
  }
  return <BookPage {...loaderData} view={{ ...view, ...chosen }} answered={actionData} />
}
