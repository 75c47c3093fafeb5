import { data } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { useActionToast } from '#app/ui/use-action-toast.ts'

import { changePassword } from '../change-password.server.ts'
import { newSessionCookie } from '../session.server.ts'
import { endSessions } from '../sessions/end-sessions.server.ts'
import { listSessions } from '../sessions/list-sessions.server.ts'
import { saveSessionSettings } from '../sessions/save-session-settings.server.ts'
import { findSessionSettings } from '../sessions/session-settings.server.ts'
import { readTwoFactor } from '../two-factor/read-two-factor.server.ts'

import type { Route } from './+types/account.route.ts'
import { type AccountAnswer, refusalOf } from './account-answer.ts'
import { PasswordPanel } from './password-panel.tsx'
import { SessionLengthPanel } from './session-length-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({
    email: requireActor(ctx).email,
    twoFactor: await readTwoFactor(ctx),
    sessions: await listSessions(ctx),
    sessionSettings: await findSessionSettings(ctx),
  }))
}

export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    const { intent = '', ...fields } = textFields(await readForm(request))
    const done = (title: string, text: string, headers: Record<string, string> = {}) =>
      data<AccountAnswer>({ intent, toast: { title, text } }, { headers })
    try {
      if (intent === 'password') {
        const token = await changePassword(ctx, fields)
        const headers = { 'set-cookie': await newSessionCookie(ctx, token) }
        return done('Password changed', 'Every other session was ended.', headers)
      }
      if (intent === 'session-length') {
        await saveSessionSettings(ctx, fields)
        return done('Saved', 'It holds for every session from now on.')
      }
      const { password = '', end = '' } = fields
      const ended = await endSessions(ctx, { password, which: end })
      return done('Signed out', ended === 1 ? '1 session was ended.' : `${ended} sessions were ended.`)
    } catch (error) {
      const { answer: refusal, status } = refusalOf(intent, error)
      return data<AccountAnswer>(refusal, { status })
    }
  })
}

export function meta() {
  return [{ title: 'Account · Admin' }]
}

export default function AccountRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { email, twoFactor, sessions, sessionSettings } = loaderData
  useActionToast(actionData)
  const answerTo = (intent: string) => (actionData?.intent === intent ? actionData : undefined)
  return (
    <AdminPage title="Account">
      <p className="-mt-3 text-sm text-secondary">
        You are signed in as <span className="font-medium text-primary">{email}</span>.
      </p>
      <PasswordPanel email={email} asksCode={twoFactor !== null} answer={answerTo('password')} />
      <TwoFactorPanel state={twoFactor} />
      <SessionsPanel sessions={sessions} answer={answerTo('sessions')} />
      <SessionLengthPanel settings={sessionSettings} answer={answerTo('session-length')} />
    </AdminPage>
  )
}
