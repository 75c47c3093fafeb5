import { z } from 'zod'

import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

const MOST_REMINDERS = 5

/** Hours before a meeting, typed as `24, 1`. */
const reminders = z.union([z.array(z.number()), z.string()]).transform((given, check) => {
  const hours = typeof given === 'string' ? given.split(',').map((part) => part.trim()) : given.map(String)
  const read = hours.filter(Boolean).map(Number)
  const isFine = read.every((hour) => Number.isInteger(hour) && hour >= 1 && hour <= 336)
  if (isFine && read.length <= MOST_REMINDERS) return [...new Set(read)]
  check.addIssue(`Please enter up to ${MOST_REMINDERS} numbers of hours from 1 to 336, such as 24, 1.`)
  return z.NEVER
})

export const bookingSettings = defineSetting({
  key: 'bookings',
  schema: z.object({
    reminders,
    /** Hours for which the last good data of a failing calendar is used. */
    calendarGoodFor: z.coerce
      .number('Please enter a number of hours.')
      .int('Please enter whole hours.')
      .min(1, 'Please enter at least one hour.')
      .max(720, 'Please enter at most 720 hours.'),
    /** Whether the calendar's member counts as free or as busy after that time. */
    afterwards: z.enum(['open', 'closed'], 'Please choose one of the two.'),
  }),
  defaults: { reminders: [24, 1], calendarGoodFor: 24, afterwards: 'closed' },
  audit: 'settings.bookings',
  area: 'bookings',
  path: '/admin/bookings',
})
