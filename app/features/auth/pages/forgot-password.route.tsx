import { formError } from '#app/lib/form-answer.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { requestReset } from '../reset/reset-password.server.ts'

import type { Route } from './+types/forgot-password.route.ts'
import { FormAlert, FormLink, FormStatus } from './form-parts.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ canSend: (await ctx.mail(ctx)) !== null }))
}

export const action = singleFormAction(
  {
    schema: anyFields,
    run: (ctx, fields, { visit: { clientAddress } }) => requestReset(ctx, { fields, clientAddress }),
  },
  { paced: true },
)

export function meta() {
  return [{ title: 'Forgot password' }, { name: 'robots', content: 'noindex' }]
}

export default function ForgotPasswordRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.canSend) return <WithoutMail />
  if (actionData?.ok)
    return (
      <div className="grid gap-5">
        <h1 className="text-2xl font-semibold">Check your inbox</h1>
        <FormStatus>
          If this is the address of the owner’s account, a mail with a link is on its way. The link works
          once, for an hour.
        </FormStatus>
        <FormLink href="/admin/login">Back to the login</FormLink>
      </div>
    )
  const error = formError(actionData)
  return (
    <form method="post" aria-label="Forgot password" className="grid gap-5">
      <div>
        <h1 className="text-2xl font-semibold">Forgot password</h1>
        <p className="mt-2 text-sm text-secondary">
          We mail a link for a new password to the owner’s address. Two-factor sign-in stays as it is.
        </p>
      </div>
      {error ? <FormAlert>{error}</FormAlert> : null}
      <TextField
        id="email"
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="username"
        defaultValue={actionData?.typed['email']}
        error={actionData?.errors['email']}
      />
      <Button type="submit" tone="solid" size="lg">
        Send link
      </Button>
      <FormLink href="/admin/login">Back to the login</FormLink>
    </form>
  )
}

function WithoutMail() {
  return (
    <div className="grid gap-5">
      <h1 className="text-2xl font-semibold">Forgot password</h1>
      <p className="text-sm text-secondary">
        No mail server is configured, so this site cannot mail you a link. Someone with access to the server
        can set a new password by running this in the software’s folder:
      </p>
      <pre className="overflow-x-auto rounded-md border border-line bg-ink px-4 py-3 text-sm">
        npm run owner:reset
      </pre>
      <p className="text-sm text-secondary">
        It prints a link to set a new password, and ends all sessions. Adding <code>-- --two-factor</code>{' '}
        also turns off two-factor sign-in, for an owner who has lost their phone and recovery codes.
      </p>
      <FormLink href="/admin/login">Back to the login</FormLink>
    </div>
  )
}
