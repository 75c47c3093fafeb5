import { redirect } from 'react-router'
import { z } from 'zod'

import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { singleFormAction, textField } from '#app/platform/http/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { signedInHeaders } from '../known-device.server.ts'
import { safeNext } from '../require-owner.server.ts'
import { endedChallengeCookie, readChallengeToken, readSessionToken } from '../session-cookie.ts'
import { completeSignIn, findChallenge } from '../two-factor/complete-sign-in.server.ts'

import type { Route } from './+types/login-code.route.ts'
import { FormAlert, FormLink } from './form-parts.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const token = readChallengeToken(request, ctx.isHttps)
    const { searchParams } = new URL(request.url)
    const next = safeNext(searchParams.get('next'))
    const challenge = token ? await findChallenge(ctx, token) : null
    if (!challenge) throw redirect(`/admin/login?${new URLSearchParams({ next })}`)
    return { next, isRecovery: searchParams.has('recovery') }
  })
}

export const action = singleFormAction(
  {
    schema: z.object({ code: textField }),
    async run(ctx, { code }, { request }) {
      const next = safeNext(new URL(request.url).searchParams.get('next'))
      try {
        const token = await completeSignIn(ctx, {
          challenge: readChallengeToken(request, ctx.isHttps),
          code,
          userAgent: request.headers.get('user-agent'),
          replaces: readSessionToken(request, ctx.isHttps),
        })
        const headers = await signedInHeaders(ctx, token)
        headers.append('set-cookie', endedChallengeCookie(ctx.isHttps))
        return redirect(next, { status: 303, headers })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'expired') throw error
        return redirect(`/admin/login?${new URLSearchParams({ next })}`)
      }
    },
  },
  { paced: true },
)

export function meta() {
  return [{ title: 'Two-factor code' }, { name: 'robots', content: 'noindex' }]
}

export default function LoginCodeRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { next, isRecovery } = loaderData
  const other = new URLSearchParams({ next, ...(!isRecovery && { recovery: '' }) })
  return (
    <form method="post" aria-label="Two-factor code" className="grid gap-5">
      <div>
        <h1 className="text-2xl font-semibold">{isRecovery ? 'Recovery code' : 'Two-factor code'}</h1>
        <p className="mt-2 text-sm text-secondary">
          {isRecovery
            ? 'Enter one of the ten codes you saved when you turned on two-factor sign-in. Each works once.'
            : 'Your password was right. Now enter the six digits that your authenticator app shows.'}
        </p>
      </div>
      {actionData?.error ? <FormAlert>{actionData.error}</FormAlert> : null}
      {isRecovery ? (
        <TextField
          key="recovery"
          id="code"
          name="code"
          label="Recovery code"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <TextField
          key="code"
          id="code"
          name="code"
          label="Code"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
      <Button type="submit" tone="solid" size="lg">
        Sign In
      </Button>
      <FormLink href={`/admin/login/code?${other}`}>
        {isRecovery ? 'Use a code from the app' : 'Use a recovery code'}
      </FormLink>
    </form>
  )
}
