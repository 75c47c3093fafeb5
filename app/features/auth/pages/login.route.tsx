import { redirect } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Island } from '#app/ui/island.tsx'

import { isFirstRun } from '../create-owner.server.ts'
import { signedInHeaders } from '../known-device.server.ts'
import { canUsePasskeys } from '../passkeys/sign-in-with-passkey.server.ts'
import { safeNext } from '../require-owner.server.ts'
import { challengeCookie, readDeviceToken, readSessionToken } from '../session-cookie.ts'
import { signIn } from '../sign-in.server.ts'
import { CHALLENGE_LASTS } from '../two-factor/complete-sign-in.server.ts'

import type { Route } from './+types/login.route.ts'
import { FormAlert, FormLink, FormStatus } from './form-parts.tsx'
import { PasskeySignIn } from './passkey-sign-in.island.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    if (await isFirstRun(ctx)) throw redirect('/admin/setup')
    const { searchParams } = new URL(request.url)
    return {
      wasReset: searchParams.has('reset'),
      next: searchParams.get('next'),
      demoOwner: ctx.demo && ctx.demo.owner,
      hasPasskeys: await canUsePasskeys(ctx),
    }
  })
}

export const action = singleFormAction(
  {
    schema: anyFields,
    async run(ctx, fields, { request, visit: { clientAddress } }) {
      const next = safeNext(new URL(request.url).searchParams.get('next'))
      const { kind, token } = await signIn(ctx, {
        fields,
        clientAddress,
        userAgent: request.headers.get('user-agent'),
        replaces: readSessionToken(request, ctx.isHttps),
        device: readDeviceToken(request, ctx.isHttps),
      })
      if (kind === 'session')
        return redirect(next, { status: 303, headers: await signedInHeaders(ctx, token) })
      const lasts = { isHttps: ctx.isHttps, maxAgeSeconds: CHALLENGE_LASTS / 1000 }
      const headers = { 'set-cookie': challengeCookie(token, lasts) }
      return redirect(`/admin/login/code?${new URLSearchParams({ next })}`, { status: 303, headers })
    },
  },
  { paced: true },
)

export function meta() {
  return [{ title: 'Admin login' }, { name: 'robots', content: 'noindex' }]
}

export default function LoginRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { next, hasPasskeys, demoOwner } = loaderData
  return (
    <>
      <form method="post" aria-label="Admin login" className="grid gap-5">
        <h1 className="text-2xl font-semibold">Admin login</h1>
        {actionData?.error ? <FormAlert>{actionData.error}</FormAlert> : null}
        {loaderData.wasReset && !actionData ? (
          <FormStatus>Your new password is set. Please sign in with it.</FormStatus>
        ) : null}
        {demoOwner ? (
          <p role="note" className="rounded-md border border-line-strong px-4 py-3 text-sm text-secondary">
            This is a demo. Sign in with <strong className="text-primary">{demoOwner.email}</strong> and the
            password <strong className="whitespace-nowrap text-primary">{demoOwner.password}</strong>.
          </p>
        ) : null}
        <TextField
          id="email"
          name="email"
          label="Email"
          type="email"
          required
          autoComplete="username"
          defaultValue={actionData?.typed['email'] ?? demoOwner?.email}
        />
        <TextField
          id="password"
          name="password"
          label="Password"
          type="password"
          required
          autoComplete="current-password"
          defaultValue={demoOwner?.password}
        />
        <Button type="submit" tone="solid" size="lg">
          Sign In
        </Button>
        <FormLink href="/admin/forgot-password">Forgot password?</FormLink>
      </form>
      {hasPasskeys ? (
        <Island
          name="passkey-sign-in"
          of={PasskeySignIn}
          props={{ next }}
          when="intent"
          className="js-only"
        />
      ) : null}
    </>
  )
}
