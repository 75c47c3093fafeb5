import { z } from 'zod'

import { singleFormAction, textField } from '#app/platform/http/form-action.server.ts'

import { beginPasskey } from './passkeys.server.ts'

/** Asks for the proof before the browser makes a passkey; the account page posts here by script. */
export const action = singleFormAction({
  schema: z.object({ passkeyName: textField, password: textField, code: textField }),
  run: (ctx, { passkeyName, password, code }) => beginPasskey(ctx, { name: passkeyName, password, code }),
})
