import { z } from 'zod'

import { listTimeZones } from '#app/lib/time-zones.ts'

import { readerOf } from './define-setting.server.ts'

export const FIRST_TIME_ZONE_KEY = 'first-time-zone'

export const timeZoneSchema = z
  .string()
  .refine((zone) => listTimeZones().includes(zone), 'Please choose a time zone.')

/** Returns the time zone of the owner's browser at set-up, which is the site's until its settings are saved. */
export const readFirstTimeZone = readerOf({
  key: FIRST_TIME_ZONE_KEY,
  schema: z.object({ zone: timeZoneSchema }),
  defaults: { zone: 'UTC' },
})
