import { z } from 'zod'

import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'

import { beginPush, keepPush, subscribePush } from './subscriptions.server.ts'

/** Only scripts post here, because a device can be stored only after the browser has subscribed. */
export const action = formAction({
  begin: form({ schema: z.object({}), run: beginPush }),
  subscribe: form({
    schema: z.object({ endpoint: textField, p256dh: textField, auth: textField }),
    run: subscribePush,
  }),
  keep: form({ schema: z.object({ endpoint: textField }), run: keepPush }),
})
