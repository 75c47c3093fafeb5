import { z } from 'zod'

import { answerTo } from '#app/lib/form-answer.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'

import type { Route } from './+types/notifications.route.ts'
import { NewestNotices } from './newest-notices.tsx'
import { readOwnNotices, saveOwnPreferences, sendTestNotice } from './own-notices.server.ts'
import { PreferencesForm, TestForm } from './preferences-form.tsx'
import { DevicePanel } from './push/device-panel.tsx'
import { unsubscribePush } from './push/subscriptions.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({
    ...(await readOwnNotices(ctx)),
    timeZones: ['UTC', ...Intl.supportedValuesOf('timeZone')],
  }))
}

export const action = formAction({
  save: form({ schema: anyFields, run: saveOwnPreferences, toast: { title: 'Notifications saved' } }),
  test: form({
    schema: z.object({ channel: textField }),
    run: sendTestNotice,
    toast: { title: 'Test sent', text: 'It should arrive within seconds.' },
    rejected: 'Not sent',
  }),
  'remove-device': form({
    schema: z.object({ id: textField }),
    run: unsubscribePush,
    toast: { title: 'Device removed', text: 'It no longer shows notifications.' },
  }),
})

export function meta() {
  return [{ title: 'Notifications · Admin' }]
}

export default function NotificationsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { newest, devices, timeZones, ...own } = loaderData
  return (
    <AdminPage title="Notifications">
      <BackLink to="/admin/account" name="Account" />
      <DevicePanel devices={devices} />
      <PreferencesForm own={own} timeZones={timeZones} answer={answerTo(actionData, 'save')} />
      <TestForm />
      <NewestNotices notices={newest} />
    </AdminPage>
  )
}
