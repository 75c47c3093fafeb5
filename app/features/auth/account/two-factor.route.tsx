import { z } from 'zod'

import { answerTo } from '#app/lib/form-answer.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, type FormCall, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'

import { newSessionCookie } from '../session.server.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  type Enrolment,
  resumeEnrolment,
} from '../two-factor/enrol-two-factor.server.ts'
import {
  readTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from '../two-factor/manage-two-factor.server.ts'

import type { Route } from './+types/two-factor.route.ts'
import { BeginPanel, ConfirmPanel, RecoveryCodesPanel } from './enrolment-panels.tsx'
import { NewCodesPanel, TurnOffPanel } from './two-factor-panels.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ state: await readTwoFactor(ctx) }))
}

/** Only the response to a submitted form contains the key and the codes, so that a reload does not show them again. */
type Shown = { enrolment?: Enrolment; codes?: string[] }

const passwordAndCode = z.object({ password: textField, code: textField })

export const action = formAction({
  begin: form({
    schema: z.object({ password: textField }),
    run: async (ctx, input): Promise<Shown> => ({ enrolment: await beginTwoFactor(ctx, input) }),
    rejected: 'Not done',
  }),
  confirm: form({
    schema: z.object({ ticket: textField, code: textField }),
    run: async (ctx, input, call) => showCodes(ctx, await confirmTwoFactor(ctx, input), call),
    rejected: 'Not done',
    async onRejected(ctx, error, { ticket = '' }): Promise<Shown> {
      const isMistyped = error instanceof FieldErrors && error.fields['code'] !== undefined
      return isMistyped ? { enrolment: await resumeEnrolment(ctx, ticket) } : {}
    },
  }),
  'new-codes': form({
    schema: passwordAndCode,
    run: async (ctx, input, call) => showCodes(ctx, await renewRecoveryCodes(ctx, input), call),
    rejected: 'Not done',
  }),
  'turn-off': form({
    schema: passwordAndCode,
    async run(ctx, input, { headers }) {
      headers.set('set-cookie', await newSessionCookie(ctx, await turnOffTwoFactor(ctx, input)))
    },
    toast: { title: 'Two-factor sign-in is off', text: 'Signing in now asks only for the password.' },
    rejected: 'Not done',
  }),
})

async function showCodes(
  ctx: Ctx,
  { codes, token }: { codes: string[]; token: string },
  { headers }: FormCall,
): Promise<Shown> {
  headers.set('set-cookie', await newSessionCookie(ctx, token))
  return { codes }
}

export function meta() {
  return [{ title: 'Two-factor sign-in · Admin' }]
}

export default function TwoFactorRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = loaderData
  const { codes, enrolment }: Shown = actionData?.value ?? {}
  const errorsOf = (intent: string) => answerTo(actionData, intent)?.errors ?? {}
  return (
    <AdminPage title="Two-factor sign-in">
      <BackLink to="/admin/account" name="Account" />
      {codes ? (
        <RecoveryCodesPanel codes={codes} isNew={actionData?.intent === 'confirm'} />
      ) : state ? (
        <>
          <NewCodesPanel state={state} errors={errorsOf('new-codes')} />
          <TurnOffPanel errors={errorsOf('turn-off')} />
        </>
      ) : enrolment ? (
        <ConfirmPanel enrolment={enrolment} errors={errorsOf('confirm')} />
      ) : (
        <BeginPanel errors={errorsOf('begin')} />
      )}
    </AdminPage>
  )
}
