import { z } from 'zod'

import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

/** Whether passages are also found by their meaning; off until the owner wants it, for it sends them to the provider. */
export const embeddingSetting = defineSetting({
  key: 'knowledge-meaning',
  schema: z.boolean(),
  defaults: false,
  audit: (isOn) => (isOn ? 'settings.meaning_on' : 'settings.meaning_off'),
  path: '/admin/knowledge',
})
