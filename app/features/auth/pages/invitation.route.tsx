import { redirect } from 'react-router'

import { formError } from '#app/lib/form-answer.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { signedInHeaders } from '../known-device.server.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { acceptInvitation, findInvitation } from '../team/accept-invitation.server.ts'
import { roleNames } from '../team/role-names.ts'

import type { Route } from './+types/invitation.route.ts'
import { FormAlert, FormLink } from './form-parts.tsx'

/** Opening the link does not use it up, because mail programs open links before their readers do. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const token = new URL(request.url).searchParams.get('token')
    const found = token === null ? null : await findInvitation(ctx, token)
    return { open: found && token !== null ? { token, email: found.email, role: found.role } : null }
  })
}

export const action = singleFormAction(
  {
    schema: anyFields,
    async run(ctx, fields, { request, visit: { clientAddress } }) {
      const userAgent = request.headers.get('user-agent')
      const token = await acceptInvitation(ctx, { fields, clientAddress, userAgent })
      return redirect('/admin', { status: 303, headers: await signedInHeaders(ctx, token) })
    },
  },
  { paced: true },
)

export function meta() {
  return [{ title: 'Accept the invitation' }, { name: 'robots', content: 'noindex' }]
}

export default function InvitationRoute({ loaderData: { open }, actionData }: Route.ComponentProps) {
  const faults = actionData?.errors ?? {}
  const error = formError(actionData)
  if (open === null)
    return (
      <div className="grid gap-5">
        <h1 className="text-2xl font-semibold">Accept the invitation</h1>
        <FormAlert>
          This invitation was already used, was revoked or is more than seven days old. Please ask the person
          who invited you for a new one.
        </FormAlert>
        <FormLink href="/admin/login">To the login</FormLink>
      </div>
    )
  return (
    <form method="post" aria-label="Accept the invitation" className="grid gap-5">
      <div>
        <h1 className="text-2xl font-semibold">Accept the invitation</h1>
        <p className="mt-2 text-sm text-secondary">
          You join as {roleNames[open.role].name} and sign in with{' '}
          <span className="font-medium break-words text-primary">{open.email}</span>.
        </p>
      </div>
      {error ? <FormAlert>{error}</FormAlert> : null}
      <input type="hidden" name="token" value={open.token} />
      <input type="hidden" autoComplete="username" value={open.email} readOnly />
      <TextField
        id="name"
        name="name"
        label="Name"
        required
        maxLength={80}
        autoComplete="name"
        defaultValue={actionData?.typed['name']}
        error={faults['name']}
      />
      <NewPasswordFields name="password" errors={faults} />
      <Button type="submit" tone="solid" size="lg">
        Create account
      </Button>
    </form>
  )
}
