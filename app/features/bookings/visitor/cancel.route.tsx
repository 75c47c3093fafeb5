import { redirect } from 'react-router'

import { formError } from '#app/lib/form-answer.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import { keepVisitorsLanguage } from '#app/platform/http/visitors-language.server.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { cancelByLink } from '../change-booking.server.ts'
import { bookingsTexts } from '../messages.ts'

import type { Route } from './+types/cancel.route.ts'
import { describeByLink, languageOfLink } from './describe-by-link.server.ts'
import { LinkPage, linkHandle, linkMeta, unkept } from './link-page.tsx'

export const handle = linkHandle

/** Only asks for confirmation, because mail scanners open links. */
export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    await keepVisitorsLanguage(ctx, request, await languageOfLink(ctx, params.token))
    return unkept({ ...(await describeByLink(ctx, params.token)), token: params.token })
  })
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export const action = singleFormAction(
  {
    schema: anyFields,
    async run(ctx, { token = '' }) {
      await cancelByLink(ctx, token)
      return redirect(`/booking/${token}?done=cancelled`, 303)
    },
  },
  { paced: true },
)

export function meta({ matches }: Route.MetaArgs) {
  return linkMeta(matches, 'cancelTitle')
}

export default function CancelRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { manage, errors } = useTexts(bookingsTexts)
  const { token, canChange, isCancelled } = loaderData
  const refusal = formError(actionData) ?? (isCancelled ? manage.isCancelled : canChange ? null : errors.over)
  return (
    <LinkPage title={manage.cancelTitle} booking={loaderData}>
      {refusal ? <p role="alert">{refusal}</p> : null}
      {canChange ? (
        <form method="post" action={`/booking/${token}/cancel`} className="grid gap-5">
          <p className="text-lead">{manage.cancelAsk}</p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" tone="solid" size="lg">
              {manage.cancelNow}
            </Button>
            <a href={`/booking/${token}`} className={buttonClass({ tone: 'outline', size: 'lg' })}>
              {manage.keep}
            </a>
          </div>
        </form>
      ) : null}
    </LinkPage>
  )
}
