import { z } from 'zod'

import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { checkbox } from '#app/platform/settings/form-fields.ts'

/** How long single events are kept, whose wish is honoured, and whether the owner gets a mail about each week. */
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
  // The weekly mail came later, and those who had saved before get it.
  older: (stored) => Object.assign({ weeklyMail: true }, stored),
  audit: 'settings.analytics',
  path: '/admin/analytics/settings',
})
