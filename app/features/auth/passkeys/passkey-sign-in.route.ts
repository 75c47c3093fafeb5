import { z } from 'zod'

import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'

import { signedInHeaders } from '../known-device.server.ts'
import { safeNext } from '../require-owner.server.ts'
import {
  endedPasskeyCookie,
  passkeyCookie,
  readDeviceToken,
  readPasskeyToken,
  readSessionToken,
} from '../session-cookie.ts'

import { PASSKEY_CHALLENGE_LASTS } from './passkey-challenge.server.ts'
import { beginPasskeySignIn, signInWithPasskey } from './sign-in-with-passkey.server.ts'

const answerSchema = z.object({
  credential: textField,
  userHandle: textField,
  clientData: textField,
  authenticatorData: textField,
  signature: textField,
})

/** A script of the login page posts here. */
export const action = formAction(
  {
    begin: form({
      schema: z.object({}),
      async run(ctx, _fields, { headers }) {
        const { token, request } = await beginPasskeySignIn(ctx)
        const lasts = { isHttps: ctx.isHttps, maxAgeSeconds: PASSKEY_CHALLENGE_LASTS / 1000 }
        headers.append('set-cookie', passkeyCookie(token, lasts))
        return { request }
      },
    }),
    'sign-in': form({
      schema: answerSchema,
      async run(ctx, answer, { request, visit: { clientAddress }, headers }) {
        const token = await signInWithPasskey(ctx, {
          answer,
          holder: readPasskeyToken(request, ctx.isHttps),
          clientAddress,
          userAgent: request.headers.get('user-agent'),
          replaces: readSessionToken(request, ctx.isHttps),
          device: readDeviceToken(request, ctx.isHttps),
        })
        for (const [name, value] of await signedInHeaders(ctx, token)) headers.append(name, value)
        headers.append('set-cookie', endedPasskeyCookie(ctx.isHttps))
        return { next: safeNext(new URL(request.url).searchParams.get('next')) }
      },
    }),
  },
  { paced: true },
)
