import { z } from 'zod'

import { AppError } from '#app/platform/errors.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'

import { signedInHeaders } from '../known-device.server.ts'
import {
  challengeCookie,
  endedChallengeCookie,
  readChallengeToken,
  readDeviceToken,
  readSessionToken,
} from '../session-cookie.ts'
import { signIn } from '../sign-in.server.ts'
import { CHALLENGE_LASTS, completeSignIn } from '../two-factor/complete-sign-in.server.ts'

export type NextStep = 'nothing' | 'code' | 'password'

/** Signs in without leaving the page; the script of the dialog of an ended session posts here. */
export const action = formAction(
  {
    password: form({
      schema: anyFields,
      async run(ctx, fields, { request, visit: { clientAddress }, headers }): Promise<NextStep> {
        const { kind, token } = await signIn(ctx, {
          fields,
          clientAddress,
          userAgent: request.headers.get('user-agent'),
          replaces: readSessionToken(request, ctx.isHttps),
          device: readDeviceToken(request, ctx.isHttps),
        })
        if (kind === 'session') {
          appendAll(headers, await signedInHeaders(ctx, token))
          return 'nothing'
        }
        const lasts = { isHttps: ctx.isHttps, maxAgeSeconds: CHALLENGE_LASTS / 1000 }
        headers.append('set-cookie', challengeCookie(token, lasts))
        return 'code'
      },
    }),
    code: form({
      schema: z.object({ code: textField }),
      async run(ctx, { code }, { request, headers }): Promise<NextStep> {
        const token = await completeSignIn(ctx, {
          challenge: readChallengeToken(request, ctx.isHttps),
          code,
          userAgent: request.headers.get('user-agent'),
          replaces: readSessionToken(request, ctx.isHttps),
        })
        appendAll(headers, await signedInHeaders(ctx, token))
        headers.append('set-cookie', endedChallengeCookie(ctx.isHttps))
        return 'nothing'
      },
      onRejected: (_ctx, error): NextStep =>
        error instanceof AppError && error.code === 'expired' ? 'password' : 'code',
    }),
  },
  { paced: true },
)

function appendAll(headers: Headers, more: Headers): void {
  for (const [name, value] of more) headers.append(name, value)
}
