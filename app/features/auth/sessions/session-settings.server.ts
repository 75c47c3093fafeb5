import { z } from 'zod'

import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

const whole = (unit: string) =>
  z.coerce.number(`Please enter a number of ${unit}.`).int(`Please enter whole ${unit}.`)

/** At most a day in total (NIST SP 800-63B-4). The owner may exceed its recommended hour without use. */
const schema = z
  .object({
    idleMinutes: whole('minutes').min(5, 'Please allow at least 5 minutes.').max(240, 'At most 240 minutes.'),
    absoluteHours: whole('hours').min(1, 'Please allow at least 1 hour.').max(24, 'At most 24 hours.'),
  })
  .refine(({ idleMinutes, absoluteHours }) => idleMinutes <= absoluteHours * 60, {
    path: ['idleMinutes'],
    message: 'This is longer than a session can last in total.',
  })

export type SessionSettings = z.infer<typeof schema>

/** How long sessions last; a change applies to open sessions at once. */
export const sessionSettings = defineSetting({
  key: 'session',
  schema,
  // OWASP Session Management Cheat Sheet: half an hour without use, a working day in total.
  defaults: { idleMinutes: 30, absoluteHours: 8 },
  audit: 'settings.session',
  path: '/admin/account',
})
