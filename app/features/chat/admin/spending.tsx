import type { ChatLimitsView } from '../limits/read-chat-limits.server.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** What replies have cost, of what they may. At 80% and 100% the owner is told by mail. */
export function Spending({ limits }: { limits: ChatLimitsView }) {
  const spans = [
    { name: 'Today (UTC)', spent: limits.spentToday, cap: limits.dailyCap },
    { name: 'This month', spent: limits.spentThisMonth, cap: limits.monthlyCap },
  ]
  return (
    <ul aria-label="Spending" className="grid gap-3 sm:grid-cols-2">
      {spans.map(({ name, spent, cap }) => (
        <li key={name} className="grid gap-2 rounded-lg border border-line bg-raised px-5 py-4">
          <p className="flex justify-between gap-4">
            <span className="text-secondary">{name}</span>
            <span className="tabular-nums">
              {dollars.format(spent)} of {dollars.format(cap)}
            </span>
          </p>
          <progress aria-label={name} value={Math.min(spent, cap)} max={cap || 1} className="h-1.5 w-full" />
        </li>
      ))}
    </ul>
  )
}
