import { formatCount } from '../stats/format.ts'
import type { Series } from '../stats/read-series.server.ts'

/** @param before name of the comparison period; empty without one */
type ChartTableProps = { series: Series; before: string; label(n: number): string }

export function ChartTable({ series, before, label }: ChartTableProps) {
  const { points, unit, unfinished } = series
  const names = ['Visitors', 'Page views', 'Inquiries', ...(before === '' ? [] : ['Visitors before'])]
  const hasBegun = (n: number) => unfinished === null || n <= unfinished
  return (
    <details className="mt-4 text-sm">
      <summary className="w-fit rounded-sm text-xs text-muted hover:text-primary">Show as table</summary>
      <div
        className="mt-3 max-h-80 overflow-auto rounded-md border border-line"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        role="region"
        aria-label="Visits over time"
      >
        <table className="w-full text-left tabular-nums">
          <caption className="sr-only">
            Visits over time{before === '' ? '' : `, beside those ${before}`}
          </caption>
          <thead className="sticky top-0 bg-overlay text-xs text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 font-medium">
                {unit === 'hour' ? 'Hour' : 'Day'}
              </th>
              {names.map((name) => (
                <th key={name} scope="col" className="px-3 py-2 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {points
              .map((point, n) => (
                <tr key={point.at}>
                  <th scope="row" className="px-3 py-1.5 font-normal">
                    {label(n)}
                    {n === unfinished ? ', so far' : ''}
                  </th>
                  {[point.visitors, point.pageViews, point.contacts].map((value, column) => (
                    <td key={column} className="px-3 py-1.5 text-right">
                      {hasBegun(n) ? formatCount(value) : '–'}
                    </td>
                  ))}
                  {before === '' ? null : (
                    <td className="px-3 py-1.5 text-right text-muted">
                      {point.before === null ? '–' : formatCount(point.before)}
                    </td>
                  )}
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </div>
    </details>
  )
}
