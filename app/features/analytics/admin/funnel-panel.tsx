import { formatCount, formatShare } from '../stats/format.ts'
import type { FunnelStep } from '../stats/read-funnel.server.ts'

import { Panel } from './panel.tsx'

const stepNames: Record<FunnelStep['step'], string> = {
  page: 'Read a page',
  service: 'Read about a service',
  talk: 'Went to chat or contact',
  inquiry: 'Sent an inquiry',
}

/** From the first page by daily visitors to the inquiry. */
export function FunnelPanel({ steps }: { steps: readonly FunnelStep[] }) {
  const whole = steps[0]?.visitors ?? 0
  const most = Math.max(1, ...steps.map(({ visitors }) => visitors))
  return (
    <Panel title="From visit to inquiry" name="funnel">
      <table className="mb-3 w-full table-fixed text-sm">
        <caption className="sr-only">From visit to inquiry</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="px-5 pb-1.5 text-left font-medium">
              Step
            </th>
            <th scope="col" className="w-20 pb-1.5 text-right font-medium">
              Visitors
            </th>
            <th scope="col" className="w-20 pr-5 pb-1.5 text-right font-medium">
              Of all
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ step, visitors }) => (
            <tr key={step}>
              <th scope="row" className="py-2 pr-2 pl-5 text-left font-normal">
                {stepNames[step]}
                <span aria-hidden className="mt-1.5 block h-1.5 rounded-full bg-overlay">
                  <span
                    className="block h-full rounded-full bg-accent"
                    style={{ width: `${(visitors / most) * 100}%` }}
                  />
                </span>
              </th>
              <td className="text-right font-medium tabular-nums">{formatCount(visitors)}</td>
              <td className="pr-5 text-right text-muted tabular-nums">{formatShare(visitors, whole)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
