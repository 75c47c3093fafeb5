import { z } from 'zod'

import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

/** Whether passages are also found by meaning. Off by default, because it sends them to the provider. */
export const embeddingSetting = defineSetting({
  key: 'knowledge-meaning',
  schema: z.boolean(),
  defaults: false,
  audit: (isOn) => (isOn ? 'settings.meaning_on' : 'settings.meaning_off'),
  path: '/admin/knowledge',
})
