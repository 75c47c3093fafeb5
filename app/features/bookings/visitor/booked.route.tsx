import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { CircleCheck } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { textsFor } from '#app/ui/use-site.ts'

import { describeMeeting, MINUTE_MS, readInstant, readTimeZone } from '../meeting-time.ts'
import { bookingsTexts } from '../messages.ts'
import { findOfferedType } from '../types/find-meeting-types.server.ts'

import type { Route } from './+types/booked.route.ts'

export const handle: PageHandle = { unshared: true }

/** Shows only data from the URL, because the visitor need not be the one who booked. */
export function loader({ context, request, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { name, length } = await findOfferedType(ctx, params.type)
    const { searchParams } = new URL(request.url)
    const start = readInstant(searchParams.get('time'))
    const { timeZone, language } = await ctx.site(ctx)
    const zone = readTimeZone(searchParams.get('zone')) ?? timeZone
    const at = start === null ? null : describeMeeting(start, start + length * MINUTE_MS, zone, language)
    return { name, at }
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const { booked } = textsFor(matches, bookingsTexts)
  return pageMeta({ title: booked.title, description: booked.text, path: '/book', matches, index: false })
}

export default function BookedRoute({ loaderData }: Route.ComponentProps) {
  const { booked } = useTexts(bookingsTexts)
  const { name, at } = loaderData
  return (
    <div className="container-page grid min-h-[60dvh] content-center justify-items-start py-24">
      <CircleCheck aria-hidden className="size-10 text-success" />
      <h1 className="mt-6 text-hero font-bold">{booked.title}</h1>
      {at === null ? null : (
        <p className="mt-5 text-lead">
          {name}: {at}
        </p>
      )}
      <p className="mt-3 text-lead text-secondary">{booked.text}</p>
      <a href="/" className={buttonClass({ tone: 'solid', size: 'lg', className: 'mt-9' })}>
        {booked.home}
      </a>
    </div>
  )
}
