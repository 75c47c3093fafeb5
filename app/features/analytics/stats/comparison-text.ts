import type { Comparison } from './comparison.ts'
import type { Range } from './range.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

const before: Readonly<Record<Range['name'], string>> = {
  today: 'yesterday',
  '7d': 'in the 7 days before',
  '30d': 'in the 30 days before',
  '90d': 'in the 90 days before',
  '365d': 'in the 12 months before',
  custom: 'in the period before',
}

type Shown = { range: Range; comparison: Comparison | null; now: number; timeZone: string }

/** Returns what a figure is compared with, such as `yesterday until 2:37 PM`; empty without a comparison. */
export function comparisonText({ range, comparison, now, timeZone }: Shown): string {
  if (comparison === null) return ''
  const { name, from, to, cut } = comparison
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(now)
  const until = cut === null ? '' : ` until ${time}`
  const isDay = from === to
  if (name === 'previous') return `${before[range.name]}${isDay || until === '' ? until : `,${until}`}`
  const days = isDay ? dayText(from) : `from ${dayText(from)} to ${dayText(to)}`
  return `${isDay ? 'on ' : ''}${days}${isDay || until === '' ? until : `,${until}`}`
}

function dayText(day: string): string {
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`))
}
