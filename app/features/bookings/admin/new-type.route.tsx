import { redirect } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'

import { getMeetingType, saveMeetingType } from '../types/save-meeting-type.server.ts'

import type { Route } from './+types/new-type.route.ts'
import { TypeForm } from './type-form.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, (ctx) => getMeetingType(ctx, undefined))
}

export const action = singleFormAction({
  schema: anyFields,
  async run(ctx, fields) {
    await saveMeetingType(ctx, { ...fields, id: '' })
    return redirect('/admin/bookings')
  },
})

export function meta() {
  return [{ title: 'New meeting type · Admin' }]
}

export default function NewTypeRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="New meeting type">
      <BackLink to="/admin/bookings" name="All bookings" />
      <TypeForm {...loaderData} errors={actionData?.errors ?? {}} />
    </AdminPage>
  )
}
