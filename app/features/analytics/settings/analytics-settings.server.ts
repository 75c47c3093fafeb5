import { z } from 'zod'

import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { checkbox } from '#app/platform/settings/form-fields.ts'

export const analyticsSettings = defineSetting({
  key: 'analytics',
  schema: z.object({
    retentionDays: z.coerce
      .number('Please enter a number of days.')
      .int('Please enter whole days.')
      .min(7, 'Please keep them for at least 7 days.')
      .max(730, 'Please keep them for at most 730 days.'),
    honourPrivacy: checkbox,
    weeklyMail: checkbox,
  }),
  defaults: { retentionDays: 90, honourPrivacy: true, weeklyMail: true },
  // The weekly mail was added later; owners with older settings get it too.
  older: (stored) => Object.assign({ weeklyMail: true }, stored),
  audit: 'settings.analytics',
  path: '/admin/analytics/settings',
})
