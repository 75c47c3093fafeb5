import { cx } from '#app/lib/class-names.ts'

import { formatCount } from '../stats/format.ts'
import { keyLabel, type ListPanelName, listPanels, type PanelRow } from '../stats/panels.ts'

import { FilterLink, filterRow, NothingYet, Panel } from './panel.tsx'

const nothing: Record<ListPanelName, string> = {
  services: 'No inquiry about a service in this period.',
  pages: 'No page was read in this period.',
  channels: 'Nobody came in this period.',
  assistants: 'Nobody came from an AI assistant in this period.',
  referrers: 'Nobody came in this period.',
  campaigns: 'No visit came through a link with UTM labels.',
  countries: 'The countries of these visits are unknown.',
  devices: 'Nobody came in this period.',
  languages: 'Nobody came in this period.',
  'lead-channels': 'No inquiry in this period.',
  'lead-pages': 'No inquiry in this period.',
}

export function ListPanelView({ name, rows }: { name: ListPanelName; rows: readonly PanelRow[] }) {
  const { title, unit, by } = listPanels[name]
  const most = Math.max(1, ...rows.map((row) => row[by]))
  const isByVisitors = by === 'visitors'
  return (
    <Panel title={title} name={name}>
      {rows.length === 0 ? (
        <NothingYet>{nothing[name]}</NothingYet>
      ) : (
        <table className="mb-3 w-full table-fixed text-sm">
          <caption className="sr-only">{title}</caption>
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="px-5 pb-1.5 text-left font-medium">
                {unit}
              </th>
              <th
                scope="col"
                className={cx(
                  'pb-1.5 text-right font-medium',
                  isByVisitors ? 'w-24 pr-5 sm:w-20 sm:pr-0' : 'w-28 pr-5',
                )}
              >
                {isByVisitors ? 'Visitors' : 'Inquiries'}
              </th>
              {isByVisitors ? (
                <th scope="col" className="hidden w-24 pr-5 pb-1.5 text-right font-medium sm:table-cell">
                  Views
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ListRow key={row.key} name={name} row={row} most={most} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

function ListRow({ name, row, most }: { name: ListPanelName; row: PanelRow; most: number }) {
  const { by, filter } = listPanels[name]
  const isByVisitors = by === 'visitors'
  const label = keyLabel(name, row.key)
  return (
    <tr className={filterRow}>
      <th scope="row" className="py-0.5 pl-3 text-left font-normal">
        <span className="grid">
          <span
            aria-hidden
            className="rounded-sm bg-accent/15 [grid-area:1/1]"
            style={{ width: `${(row[by] / most) * 100}%` }}
          />
          <bdi className="truncate px-2 py-1 [grid-area:1/1]" title={label}>
            <FilterLink filter={{ by: filter, key: row.key }} name={label}>
              {label}
            </FilterLink>
          </bdi>
        </span>
      </th>
      <td className={cx('pl-2 text-right font-medium tabular-nums', isByVisitors ? 'pr-5 sm:pr-0' : 'pr-5')}>
        {formatCount(row[by])}
      </td>
      {isByVisitors ? (
        <td className="hidden pr-5 text-right text-muted tabular-nums sm:table-cell">{formatCount(row.n)}</td>
      ) : null}
    </tr>
  )
}
