import { answer } from '#app/platform/http/answer.server.ts'
import { keepVisitorsLanguage } from '#app/platform/http/visitors-language.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { bookingsTexts } from '../messages.ts'

import type { Route } from './+types/booking.route.ts'
import { describeByLink, languageOfLink } from './describe-by-link.server.ts'
import { LinkPage, linkHandle, linkMeta, unkept } from './link-page.tsx'

export const handle = linkHandle

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    await keepVisitorsLanguage(ctx, request, await languageOfLink(ctx, params.token))
    const done = new URL(request.url).searchParams.get('done')
    return unkept({ ...(await describeByLink(ctx, params.token)), token: params.token, done })
  })
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return linkMeta(matches, 'title')
}

export default function BookingRoute({ loaderData }: Route.ComponentProps) {
  const { manage } = useTexts(bookingsTexts)
  const { token, done, isCancelled, canChange } = loaderData
  const said = done === 'cancelled' ? manage.wasCancelled : isCancelled ? manage.isCancelled : null
  return (
    <LinkPage title={manage.title} booking={loaderData}>
      {said ? <p role="status">{said}</p> : null}
      {done === 'moved' && canChange ? <p role="status">{manage.wasMoved}</p> : null}
      <div className="flex flex-wrap gap-3">
        {canChange ? (
          <>
            <a href={`/booking/${token}/move`} className={buttonClass({ tone: 'solid', size: 'lg' })}>
              {manage.move}
            </a>
            <a href={`/booking/${token}/cancel`} className={buttonClass({ tone: 'outline', size: 'lg' })}>
              {manage.cancel}
            </a>
          </>
        ) : (
          <a href="/book" className={buttonClass({ tone: 'solid', size: 'lg' })}>
            {manage.again}
          </a>
        )}
      </div>
    </LinkPage>
  )
}
