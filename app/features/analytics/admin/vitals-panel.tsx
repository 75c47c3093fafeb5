import { Badge } from '#app/ui/badge.tsx'

import { thresholds, type Vital } from '../rollups/vital-buckets.ts'
import { formatCount, formatVital } from '../stats/format.ts'
import type { VitalFigure } from '../stats/read-vitals.server.ts'

import { Panel } from './panel.tsx'

const names: Record<Vital, { name: string; text: string }> = {
  lcp: { name: 'LCP', text: 'until the main content stands' },
  cls: { name: 'CLS', text: 'how much the page moves by itself' },
  inp: { name: 'INP', text: 'until a press shows an effect' },
}

/** How quick the site is for its visitors: three of four page views are at least this good. */
export function VitalsPanel({ vitals }: { vitals: readonly VitalFigure[] }) {
  return (
    <Panel title="Web vitals" name="vitals" note="75th percentile">
      <table className="mb-3 w-full text-sm">
        <caption className="sr-only">Web vitals, 75th percentile</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Measure</th>
            <th scope="col">Value</th>
            <th scope="col">Rating</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {vitals.map(({ vital, p75, samples }) => (
            <tr key={vital}>
              <th scope="row" className="py-3 pl-5 text-left font-normal">
                <span className="font-medium">{names[vital].name}</span>
                <span className="block text-xs text-muted">
                  {names[vital].text}; {formatCount(samples)} measured
                </span>
              </th>
              <td className="px-3 text-right text-lg font-semibold whitespace-nowrap tabular-nums">
                {formatVital(vital, p75)}
              </td>
              <td className="w-px pr-5 text-right">
                {p75 === null ? null : <Rating vital={vital} value={p75} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function Rating({ vital, value }: { vital: Vital; value: number }) {
  const [good, poor] = thresholds[vital]
  if (value <= good) return <Badge tone="success">Good</Badge>
  return value <= poor ? <Badge tone="warning">Fair</Badge> : <Badge tone="danger">Poor</Badge>
}
