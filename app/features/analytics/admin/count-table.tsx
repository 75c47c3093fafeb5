import type { ReactNode } from 'react'

import type { Filter } from '../stats/filters.ts'

import { FilterLink, filterRow } from './panel.tsx'

type CountTableProps = {
  caption: string
  head: readonly [name: string, count: string, more: string]
  rows: readonly { filter: Filter; name: string; count: ReactNode; more: ReactNode }[]
}

export function CountTable({ caption, head, rows }: CountTableProps) {
  return (
    <table className="mb-3 w-full table-fixed text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="px-5 pb-1.5 text-left font-medium">
            {head[0]}
          </th>
          <th scope="col" className="w-24 pb-1.5 text-right font-medium">
            {head[1]}
          </th>
          <th scope="col" className="w-20 pr-5 pb-1.5 text-right font-medium">
            {head[2]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ filter, name, count, more }) => (
          <tr key={filter.key} className={filterRow}>
            <th scope="row" className="truncate py-1.5 pr-2 pl-5 text-left font-normal" title={name}>
              <FilterLink filter={filter} name={name}>
                {name}
              </FilterLink>
            </th>
            <td className="text-right font-medium tabular-nums">{count}</td>
            <td className="pr-5 text-right text-muted tabular-nums">{more}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
