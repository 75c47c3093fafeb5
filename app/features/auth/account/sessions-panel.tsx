import { Form } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { SessionSettings } from '../sessions/session-settings.server.ts'
import type { ListedSession } from '../sessions/sessions.server.ts'

import { AccountPanel, useEmptiedForm } from './account-panel.tsx'

type SessionsPanelProps = { sessions: readonly ListedSession[]; answer: FormAnswer | undefined }

export function SessionsPanel({ sessions, answer }: SessionsPanelProps) {
  const form = useEmptiedForm(answer)
  const hasOthers = sessions.some(({ isThis }) => !isThis)
  return (
    <AccountPanel
      id="sessions-title"
      title="Sessions"
      text={
        hasOthers
          ? 'Where you are signed in. If you do not recognise one of these, end it and change your password.'
          : 'You are signed in only here.'
      }
    >
      <Form ref={form} method="post" aria-labelledby="sessions-title" className="grid gap-5">
        <input type="hidden" name="intent" value="sessions" />
        {/* Must be first in the form: Enter presses the first button, which must not end an arbitrary session. */}
        {hasOthers ? (
          <div className="flex flex-wrap items-start gap-4">
            <TextField
              id="sessions-password"
              name="password"
              label="Your password"
              type="password"
              required
              autoComplete="current-password"
              hint="Needed to end a session."
              error={answer?.errors['password']}
              className="w-full max-w-md"
            />
            <Button type="submit" name="end" value="others" tone="danger" className="lg:mt-7">
              Sign out everywhere else
            </Button>
          </div>
        ) : null}
        <ul className="divide-y divide-line rounded-md border border-line">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      </Form>
    </AccountPanel>
  )
}

function SessionRow({ session }: { session: ListedSession }) {
  const { timeZone, now } = useAdminShell()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {session.device}
          {session.isThis ? <Badge tone="success">This session</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          Since <Time at={session.created_at} timeZone={timeZone} />
          {session.isThis ? null : (
            <>
              , last seen <Time at={session.last_seen_at} timeZone={timeZone} now={now} />
            </>
          )}
        </p>
      </div>
      {session.isThis ? null : (
        <Button type="submit" name="end" value={session.id} tone="outline" size="sm">
          End
          <span className="sr-only"> the session of {session.device}</span>
        </Button>
      )}
    </li>
  )
}

type SessionLengthPanelProps = { settings: SessionSettings; answer: FormAnswer | undefined }

export function SessionLengthPanel({ settings, answer }: SessionLengthPanelProps) {
  const errors = answer?.errors ?? {}
  return (
    <AccountPanel
      id="session-length-title"
      title="How long sessions last"
      text="The admin asks you to sign in again after this long without use, and after this long in total."
    >
      <Form
        method="post"
        aria-labelledby="session-length-title"
        className="grid max-w-2xl gap-5 sm:grid-cols-2"
      >
        <TextField
          id="idleMinutes"
          name="idleMinutes"
          label="Without use (minutes)"
          type="number"
          required
          min={5}
          max={240}
          defaultValue={settings.idleMinutes}
          hint="From 5 to 240; the default is 30."
          error={errors['idleMinutes']}
        />
        <TextField
          id="absoluteHours"
          name="absoluteHours"
          label="In total (hours)"
          type="number"
          required
          min={1}
          max={24}
          defaultValue={settings.absoluteHours}
          hint="From 1 to 24; the default is 8."
          error={errors['absoluteHours']}
        />
        <div className="sm:col-span-2">
          <Button type="submit" name="intent" value="session-length" tone="outline">
            Save
          </Button>
        </div>
      </Form>
    </AccountPanel>
  )
}
