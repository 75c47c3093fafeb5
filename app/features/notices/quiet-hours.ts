import { alwaysOpen, DAY_MINUTES, openingAt } from '#app/lib/business-hours.ts'

import type { QuietHours } from './preferences.ts'

/** Returns when the quiet hours end, in milliseconds UTC; `at` itself outside of them. */
export function quietUntil(quiet: QuietHours | null, at: number): number {
  if (!quiet || quiet.from === quiet.to) return at
  const { from, to, timeZone } = quiet
  const awake =
    from > to
      ? [{ from: to, to: from }]
      : [
          { from: 0, to: from },
          { from: to, to: DAY_MINUTES },
        ]
  const opening = openingAt({ week: alwaysOpen.week.map(() => awake), closedOn: [] }, timeZone, at)
  return opening.isOpen ? at : (opening.opensAt ?? at)
}
