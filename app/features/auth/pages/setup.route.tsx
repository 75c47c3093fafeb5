import { data, redirect } from 'react-router'

import { keepPace } from '#app/platform/http/keep-pace.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { answer, retryHeaders } from '#app/platform/http/answer.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { isFirstRun } from '../create-owner.server.ts'
import { signedInHeaders } from '../known-device.server.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { setUpOwner } from '../set-up-owner.server.ts'

import type { Route } from './+types/setup.route.ts'
import { FormAlert } from './form-parts.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    if (!(await isFirstRun(ctx))) throw redirect('/admin/login')
    return null
  })
}

export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    keepPace(ctx, context.get(visitContext).clientAddress)
    const fields = textFields(await readForm(request))
    const { clientAddress } = context.get(visitContext)
    try {
      const token = await setUpOwner(ctx, {
        fields,
        clientAddress,
        userAgent: request.headers.get('user-agent'),
      })
      return redirect('/admin', { status: 303, headers: await signedInHeaders(ctx, token) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const faults = error instanceof FieldErrors ? error.fields : {}
      return data(
        {
          error: error instanceof FieldErrors ? null : error.message,
          faults,
          values: { code: fields['code'] ?? '', email: fields['email'] ?? '' },
        },
        { status: error.status, headers: retryHeaders(error) },
      )
    }
  })
}

export function meta() {
  return [{ title: 'Create owner account' }, { name: 'robots', content: 'noindex' }]
}

export default function SetupRoute({ actionData }: Route.ComponentProps) {
  const faults = actionData?.faults ?? {}
  return (
    <form method="post" aria-label="Create owner account" className="grid gap-5">
      <div>
        <h1 className="text-2xl font-semibold">Create owner account</h1>
        <p className="mt-2 text-sm text-secondary">
          The set-up code was printed where the server was started. It shows that this site is yours.
        </p>
      </div>
      {actionData?.error ? <FormAlert>{actionData.error}</FormAlert> : null}
      <TextField
        id="code"
        name="code"
        label="Set-up code"
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={actionData?.values.code}
        error={faults['code']}
      />
      <TextField
        id="email"
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="username"
        defaultValue={actionData?.values.email}
        error={faults['email']}
      />
      <NewPasswordFields name="password" errors={faults} />
      <Button type="submit" tone="solid" size="lg">
        Create account
      </Button>
    </form>
  )
}
