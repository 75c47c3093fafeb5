import { z } from 'zod'

import { listOf } from '#app/platform/settings/form-fields.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

const origin = z
  .string()
  .transform((typed) => URL.parse(typed)?.origin ?? typed)
  .refine((text) => /^https?:\/\/[^/]+$/.test(text), 'Please enter origins such as https://app.example.')

export const apiSettings = defineSetting({
  key: 'api',
  schema: z.object({ origins: listOf(z.array(origin).max(20, 'Please use at most 20 origins.')) }),
  defaults: { origins: [] },
  audit: 'settings.api',
  path: '/admin/settings/webhooks',
})
