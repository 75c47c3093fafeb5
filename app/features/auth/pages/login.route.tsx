import { data, redirect } from 'react-router'

import { AppError } from '#app/platform/errors.ts'
import { answer, retryHeaders } from '#app/platform/http/answer.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { isFirstRun } from '../create-owner.server.ts'
import { safeNext } from '../require-owner.server.ts'
import { SESSION_ABSOLUTE } from '../session.server.ts'
import { sessionCookie } from '../session-cookie.ts'
import { signIn } from '../sign-in.server.ts'

import type { Route } from './+types/login.route.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    if (await isFirstRun(ctx)) throw redirect('/admin/setup')
    return null
  })
}

export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    const fields = textFields(await readForm(request, { maxBytes: 16 * 1024 }))
    const { clientAddress } = context.get(visitContext)
    try {
      const token = await signIn(ctx, { fields, clientAddress, userAgent: request.headers.get('user-agent') })
      const cookie = sessionCookie(token, { isHttps: ctx.isHttps, maxAgeSeconds: SESSION_ABSOLUTE / 1000 })
      return redirect(safeNext(new URL(request.url).searchParams.get('next')), {
        status: 303,
        headers: { 'set-cookie': cookie },
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return data(
        { error: error.message, email: fields['email'] ?? '' },
        { status: error.status, headers: retryHeaders(error) },
      )
    }
  })
}

export function meta() {
  return [{ title: 'Admin login' }, { name: 'robots', content: 'noindex' }]
}

export default function LoginRoute({ actionData }: Route.ComponentProps) {
  return (
    <form method="post" aria-label="Admin login" className="grid gap-5">
      <h1 className="text-2xl font-semibold">Admin login</h1>
      {actionData ? (
        <p role="alert" className="rounded-md border border-danger/50 px-4 py-3 text-sm text-danger">
          {actionData.error}
        </p>
      ) : null}
      <TextField
        id="email"
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="username"
        defaultValue={actionData?.email}
      />
      <TextField
        id="password"
        name="password"
        label="Password"
        type="password"
        required
        autoComplete="current-password"
      />
      <Button type="submit" tone="solid" size="lg">
        Sign In
      </Button>
    </form>
  )
}
