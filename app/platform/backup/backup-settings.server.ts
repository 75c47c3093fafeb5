import { z } from 'zod'

import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

export const backupSettings = defineSetting({
  key: 'backup',
  schema: z.object({
    keep: z.coerce
      .number('Please enter a number of backups.')
      .int('Please enter a whole number.')
      .min(1, 'Please keep at least 1.')
      .max(365, 'Please keep at most 365.'),
  }),
  defaults: { keep: 14 },
  audit: 'settings.backup',
  path: '/admin/settings/backups',
})
