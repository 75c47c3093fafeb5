import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'

import { getMeetingType, saveMeetingType } from '../types/save-meeting-type.server.ts'

import type { Route } from './+types/meeting-type.route.ts'
import { TypeForm } from './type-form.tsx'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, (ctx) => getMeetingType(ctx, params.id))
}

export const action = singleFormAction({
  schema: anyFields,
  run: (ctx, { id = '', ...fields }) => saveMeetingType(ctx, { ...fields, id }),
  toast: { title: 'Saved', text: 'Visitors now see it like this.' },
})

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.type.name ?? 'Meeting type'} · Admin` }]
}

export default function MeetingTypeRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={loaderData.type.name}>
      <BackLink to="/admin/bookings" name="All bookings" />
      <TypeForm {...loaderData} errors={actionData?.errors ?? {}} />
    </AdminPage>
  )
}
