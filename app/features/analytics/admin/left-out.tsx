import { formatCount } from '../stats/format.ts'
import type { RefusedCount } from '../stats/list-refused.server.ts'

const reasons: Readonly<Record<string, string>> = {
  bot: 'bots',
  automation: 'automated browsers',
  owner: 'your own',
  privacy: 'asked not to be counted',
  'unknown-page': 'for pages that are none',
  'too-many': 'too many from one place',
  full: 'turned away under load',
}

/** What the figures do not hold, and how they are made. */
export function LeftOut({ refused, timeZone }: { refused: readonly RefusedCount[]; timeZone: string }) {
  const parts = refused.map(({ key, n }) => `${formatCount(n)} ${reasons[key] ?? key}`)
  return (
    <p className="text-xs text-muted">
      Days begin at midnight in {timeZone}. A visitor is counted once a day, without cookies and without an
      address being stored. {parts.length > 0 ? `Left out: ${parts.join(', ')}.` : 'Nothing was left out.'}
    </p>
  )
}
