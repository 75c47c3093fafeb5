import { data } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { useActionToast } from '#app/ui/use-action-toast.ts'

import { newSessionCookie } from '../session.server.ts'
import { beginTwoFactor, type Enrolment, resumeEnrolment } from '../two-factor/begin-two-factor.server.ts'
import { confirmTwoFactor } from '../two-factor/confirm-two-factor.server.ts'
import { readTwoFactor } from '../two-factor/read-two-factor.server.ts'
import { renewRecoveryCodes } from '../two-factor/renew-recovery-codes.server.ts'
import { turnOffTwoFactor } from '../two-factor/turn-off-two-factor.server.ts'

import type { Route } from './+types/two-factor.route.ts'
import { type AccountAnswer, refusalOf } from './account-answer.ts'
import { ConfirmPanel } from './confirm-panel.tsx'
import { RecoveryCodesPanel } from './recovery-codes-panel.tsx'
import { BeginPanel, NewCodesPanel, TurnOffPanel } from './two-factor-forms.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ state: await readTwoFactor(ctx) }))
}

/** Key and codes are in an answer alone: a reload, or another session, does not show them again. */
type TwoFactorAnswer = AccountAnswer & { enrolment?: Enrolment; codes?: string[] }

export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    const fields = textFields(await readForm(request))
    const { intent = '', password = '', code = '', ticket = '' } = fields
    const renewed = async (token: string, given: Omit<TwoFactorAnswer, 'intent'>) =>
      data<TwoFactorAnswer>(
        { intent, ...given },
        { headers: { 'set-cookie': await newSessionCookie(ctx, token) } },
      )
    try {
      if (intent === 'begin')
        return data<TwoFactorAnswer>({ intent, enrolment: await beginTwoFactor(ctx, { password }) })
      if (intent === 'turn-off') {
        const toast = { title: 'Two-factor sign-in is off', text: 'Signing in asks for the password alone.' }
        return await renewed(await turnOffTwoFactor(ctx, { password, code }), { toast })
      }
      const { codes, token } =
        intent === 'confirm'
          ? await confirmTwoFactor(ctx, { ticket, code })
          : await renewRecoveryCodes(ctx, { password, code })
      return await renewed(token, { codes })
    } catch (error) {
      const { answer: refusal, status } = refusalOf(intent, error)
      const isMistyped = intent === 'confirm' && refusal.errors?.['code'] !== undefined
      const shownAgain = isMistyped ? { enrolment: await resumeEnrolment(ctx, ticket) } : {}
      return data<TwoFactorAnswer>({ ...refusal, ...shownAgain }, { status })
    }
  })
}

export function meta() {
  return [{ title: 'Two-factor sign-in · Admin' }]
}

export default function TwoFactorRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = loaderData
  useActionToast(actionData)
  const errorsOf = (intent: string) => (actionData?.intent === intent ? (actionData.errors ?? {}) : {})
  return (
    <AdminPage title="Two-factor sign-in">
      <BackLink to="/admin/account" name="Account" />
      {actionData?.codes ? (
        <RecoveryCodesPanel codes={actionData.codes} isNew={actionData.intent === 'confirm'} />
      ) : state ? (
        <>
          <NewCodesPanel state={state} errors={errorsOf('new-codes')} />
          <TurnOffPanel errors={errorsOf('turn-off')} />
        </>
      ) : actionData?.enrolment ? (
        <ConfirmPanel enrolment={actionData.enrolment} errors={errorsOf('confirm')} />
      ) : (
        <BeginPanel errors={errorsOf('begin')} />
      )}
    </AdminPage>
  )
}
