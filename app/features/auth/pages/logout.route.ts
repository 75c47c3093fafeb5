import { redirect } from 'react-router'

import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'

import { endSession } from '../session.server.ts'
import { endedSessionCookie, readSessionToken } from '../session-cookie.ts'

export function loader() {
  return redirect('/admin')
}

export const action = singleFormAction({
  schema: anyFields,
  async run(ctx, _fields, { request }) {
    const token = readSessionToken(request, ctx.isHttps)
    if (token) await endSession(ctx, token)
    return redirect('/admin/login', {
      status: 303,
      headers: { 'set-cookie': endedSessionCookie(ctx.isHttps) },
    })
  },
})
