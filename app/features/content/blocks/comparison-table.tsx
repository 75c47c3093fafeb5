import type { z } from 'zod'

import { group, items, line } from '../fields.ts'

import { Ranges } from './ranges.tsx'

export const comparisonFields = {
  caption: line('What the table compares, for screen readers', { max: 200 }),
  heads: group('Column headings', {
    what: line('First column'),
    ours: line('Yours'),
    theirs: line('The usual way'),
  }),
  rows: items(
    'Rows',
    group('Row', {
      what: line('What counts', { isRequired: true }),
      ours: line('Yours'),
      theirs: line('The usual way'),
    }),
  ),
}

type Comparison = { [Name in keyof typeof comparisonFields]: z.output<(typeof comparisonFields)[Name]> }

export function ComparisonTable({ caption, heads, rows }: Comparison) {
  const { what, ours, theirs } = heads
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <table className="w-full table-fixed text-start text-sm hyphens-auto sm:text-base">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line sm:text-sm">
            <th scope="col" className="w-[28%] px-3 py-4 align-top font-medium sm:w-1/3 sm:px-6 text-muted">
              {what}
            </th>
            <th scope="col" className="bg-raised px-3 py-4 align-top sm:px-6 font-semibold text-primary">
              {ours}
            </th>
            <th scope="col" className="px-3 py-4 align-top sm:px-6 font-medium text-muted">
              {theirs}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row" className="px-3 py-4 align-top sm:px-6 font-normal text-secondary">
                {row.what}
              </th>
              <td className="bg-raised px-3 py-4 align-top sm:px-6 font-medium">
                <Ranges text={row.ours} />
              </td>
              <td className="px-3 py-4 align-top sm:px-6 text-secondary">
                <Ranges text={row.theirs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
