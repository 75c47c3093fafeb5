import { data, redirect } from 'react-router'

import { keepPace } from '#app/platform/http/keep-pace.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { answer, retryHeaders } from '#app/platform/http/answer.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { Button } from '#app/ui/button.tsx'

import { NewPasswordFields } from '../new-password-fields.tsx'
import { isResetOpen, resetPassword } from '../reset/reset-password.server.ts'

import type { Route } from './+types/reset-password.route.ts'
import { FormAlert, FormLink } from './form-parts.tsx'

/** Opening the link uses nothing up: mail programs open links ahead of their readers. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const token = new URL(request.url).searchParams.get('token') ?? ''
    return { token, isOpen: await isResetOpen(ctx, token) }
  })
}

export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    keepPace(ctx, context.get(visitContext).clientAddress)
    const fields = textFields(await readForm(request))
    try {
      await resetPassword(ctx, { fields, clientAddress: context.get(visitContext).clientAddress })
      return redirect('/admin/login?reset', 303)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const faults = error instanceof FieldErrors ? error.fields : {}
      return data(
        { error: error instanceof FieldErrors ? null : error.message, faults },
        { status: error.status, headers: retryHeaders(error) },
      )
    }
  })
}

export function meta() {
  return [{ title: 'Set a new password' }, { name: 'robots', content: 'noindex' }]
}

export default function ResetPasswordRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { token, isOpen } = loaderData
  const faults = actionData?.faults ?? {}
  if (!isOpen)
    return (
      <div className="grid gap-5">
        <h1 className="text-2xl font-semibold">Set a new password</h1>
        <FormAlert>This link was used already or is more than an hour old.</FormAlert>
        <FormLink href="/admin/forgot-password">Ask for another link</FormLink>
      </div>
    )
  return (
    <form method="post" aria-label="Set a new password" className="grid gap-5">
      <div>
        <h1 className="text-2xl font-semibold">Set a new password</h1>
        <p className="mt-2 text-sm text-secondary">
          It ends every session. If two-factor sign-in is on, it stays on.
        </p>
      </div>
      {actionData?.error ? <FormAlert>{actionData.error}</FormAlert> : null}
      <input type="hidden" name="token" value={token} />
      <NewPasswordFields name="newPassword" errors={faults} />
      <Button type="submit" tone="solid" size="lg">
        Set password
      </Button>
    </form>
  )
}
