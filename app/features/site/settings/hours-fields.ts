import { z } from 'zod'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { type BusinessHours, parseSpans, spansText, weekdays } from '#app/lib/business-hours.ts'
import { mapNames } from '#app/lib/map-names.ts'
import { listOf } from '#app/platform/settings/form-fields.ts'

const daySchema = z
  .string()
  .transform((typed, refine) => {
    const spans = parseSpans(typed)
    if (spans) return spansText(spans)
    refine.addIssue('Please enter hours such as 9:00-17:00 or 9-12, 13-17, or leave the field empty.')
    return z.NEVER
  })
  .default('24 hours')

export const hoursShape = {
  ...mapNames(weekdays, () => daySchema),
  closedOn: listOf(
    z
      .array(z.iso.date('Please enter dates such as 2026-12-25, one per line.'))
      .max(100, 'Please list at most 100 days.'),
  ),
}

export type HoursFields = Record<(typeof weekdays)[number], string> & { closedOn: string[] }

export function fieldsOfHours({ week, closedOn }: BusinessHours): HoursFields {
  const spansOf = (day: (typeof weekdays)[number]) =>
    assertDefined(week[weekdays.indexOf(day)], 'a week has seven days')
  return { ...mapNames(weekdays, (day) => spansText(spansOf(day))), closedOn: [...closedOn] }
}

export function withHours<Settings extends HoursFields>(settings: Settings) {
  const { Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday, closedOn, ...others } = settings
  const days = [Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday]
  const week = days.map((day) => assertDefined(parseSpans(day), 'the schema has read it'))
  const businessHours: BusinessHours = { week, closedOn }
  return { ...others, businessHours }
}
