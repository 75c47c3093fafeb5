import { Link } from 'react-router'
import { z } from 'zod'

import { answerTo } from '#app/lib/form-answer.ts'
import { listTimeZones } from '#app/lib/time-zones.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { noticeKinds } from '#app/platform/notice-events.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { Route } from './+types/notifications.route.ts'
import { type OwnNotices, readOwnNotices, saveOwnPreferences, sendTestNotice } from './own-notices.server.ts'
import { PreferencesForm, TestForm } from './preferences-form.tsx'
import { channelNames } from './preferences.ts'
import { DevicePanel } from './push/device-panel.tsx'
import { unsubscribePush } from './push/subscriptions.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({
    ...(await readOwnNotices(ctx)),
    timeZones: listTimeZones(),
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

type Notice = OwnNotices['newest'][number]

function NewestNotices({ notices }: { notices: readonly Notice[] }) {
  const { timeZone, now } = useAdminShell()
  return (
    <section aria-labelledby="newest-title" className="grid gap-3">
      <h2 id="newest-title" className="text-lg font-semibold">
        Newest notices
      </h2>
      {notices.length === 0 ? (
        <p className="text-sm text-secondary">Nothing yet. Your notices of the last 30 days appear here.</p>
      ) : (
        <ol className="divide-y divide-line rounded-lg border border-line bg-raised">
          {notices.map((notice) => (
            <li key={notice.id} className="grid gap-1 px-4 py-3 text-sm">
              <p className="font-medium break-words">
                {notice.said ? (
                  <Link to={notice.said.path}>
                    <bdi>{notice.said.title}</bdi>
                  </Link>
                ) : (
                  noticeKinds[notice.kind].name
                )}
              </p>
              <p className="text-muted">
                <Time at={notice.at} timeZone={timeZone} now={now} /> · {stateOf(notice)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function stateOf({ tried, failure, isSeen, said }: Notice): string {
  const sent =
    tried.length === 0 ? 'Not sent yet' : `By ${tried.map((name) => channelNames[name]).join(', ')}`
  const states = [sent, failure, isSeen ? 'Seen' : null, said ? null : 'No longer needed']
  return states.filter((state) => state !== null).join(' · ')
}
