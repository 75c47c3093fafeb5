import { redirect } from 'react-router'

import { formError } from '#app/lib/form-answer.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import { keepVisitorsLanguage } from '#app/platform/http/visitors-language.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'
import { useTexts } from '#app/ui/locale.tsx'

import { moveByLink } from '../change-booking.server.ts'
import { readInstant } from '../meeting-time.ts'
import { bookingsTexts } from '../messages.ts'
import { toPublicMeeting } from '../types/meeting-type.ts'

import type { Route } from './+types/move.route.ts'
import { PickerIsland } from './book-page.tsx'
import { findMovable, languageOfLink } from './describe-by-link.server.ts'
import { LinkPage, linkHandle, linkMeta, unkept } from './link-page.tsx'
import { readPicker } from './read-picker.server.ts'

export const handle = linkHandle

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    await keepVisitorsLanguage(ctx, request, await languageOfLink(ctx, params.token))
    const booking = await findMovable(ctx, params.token)
    const asked = new URL(request.url).searchParams
    if (!asked.has('zone')) asked.set('zone', booking.timeZone)
    const accepted = request.headers.get('accept-language')
    const view = await readPicker(ctx, { type: booking.type, params: asked, accepted, holder: booking.id })
    return unkept({ ...booking, type: toPublicMeeting(booking.type), view, token: params.token })
  })
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export const action = singleFormAction(
  {
    schema: anyFields,
    async run(ctx, { token = '', time }) {
      const start = readInstant(time)
      if (start === null) {
        const { errors } = await wordedTexts(ctx, bookingsTexts)
        throw new FieldErrors({ time: errors.timeMissing })
      }
      await moveByLink(ctx, { token, start })
      return redirect(`/booking/${token}?done=moved`, 303)
    },
  },
  { paced: true },
)

export function meta({ matches }: Route.MetaArgs) {
  return linkMeta(matches, 'moveTitle')
}

export default function MoveRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { manage, picker, form } = useTexts(bookingsTexts)
  const { token, type, view } = loaderData
  const path = `/booking/${token}/move`
  const refusal = formError(actionData) ?? actionData?.errors['time']
  return (
    <LinkPage title={manage.moveTitle} booking={loaderData}>
      <PickerIsland
        view={view}
        texts={{ picker, form }}
        action={path}
        button={manage.moveHere}
        path={path}
        type={type.slug}
        minutes={type.length}
        hold={null}
        guest={null}
        {...(refusal && { refusal })}
      />
    </LinkPage>
  )
}
