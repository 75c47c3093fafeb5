import { redirect } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'

import { endSession } from '../session.server.ts'
import { endedSessionCookie, readSessionToken } from '../session-cookie.ts'

import type { Route } from './+types/logout.route.ts'

export function loader() {
  return redirect('/admin')
}

export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    const token = readSessionToken(request, ctx.isHttps)
    if (token) await endSession(ctx, token)
    return redirect('/admin/login', {
      status: 303,
      headers: { 'set-cookie': endedSessionCookie(ctx.isHttps) },
    })
  })
}
