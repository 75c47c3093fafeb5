import { z } from 'zod'

import { singleFormAction, textField } from '#app/platform/http/form-action.server.ts'

import { beginPasskey } from './passkeys.server.ts'

/** Checks password and code before the browser makes a passkey; a script of the account page posts here. */
export const action = singleFormAction({
  schema: z.object({ passkeyName: textField, password: textField, code: textField }),
  run: (ctx, { passkeyName, password, code }) => beginPasskey(ctx, { name: passkeyName, password, code }),
})
