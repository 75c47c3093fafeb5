import { redirect } from 'react-router'

import { formError } from '#app/lib/form-answer.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'

import { NewPasswordFields } from '../new-password-fields.tsx'
import { isResetOpen, resetPassword } from '../reset/reset-password.server.ts'

import type { Route } from './+types/reset-password.route.ts'
import { FormAlert, FormLink } from './form-parts.tsx'

/** Opening the link does not use it up, because mail programs open links before their readers do. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const token = new URL(request.url).searchParams.get('token')
    return { openToken: token !== null && (await isResetOpen(ctx, token)) ? token : null }
  })
}

export const action = singleFormAction(
  {
    schema: anyFields,
    async run(ctx, fields, { visit: { clientAddress } }) {
      await resetPassword(ctx, { fields, clientAddress })
      return redirect('/admin/login?reset', 303)
    },
  },
  { paced: true },
)

export function meta() {
  return [{ title: 'Set a new password' }, { name: 'robots', content: 'noindex' }]
}

export default function ResetPasswordRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { openToken } = loaderData
  const faults = actionData?.errors ?? {}
  const error = formError(actionData)
  if (openToken === null)
    return (
      <div className="grid gap-5">
        <h1 className="text-2xl font-semibold">Set a new password</h1>
        <FormAlert>This link was already used or is more than an hour old.</FormAlert>
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
      {error ? <FormAlert>{error}</FormAlert> : null}
      <input type="hidden" name="token" value={openToken} />
      <NewPasswordFields name="newPassword" errors={faults} />
      <Button type="submit" tone="solid" size="lg">
        Set password
      </Button>
    </form>
  )
}
