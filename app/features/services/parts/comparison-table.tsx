import { PriceRange } from './price-range.tsx'

export type Comparison = {
  caption: string
  /** Over the first column, ours and theirs. */
  heads: readonly [string, string, string]
  rows: readonly (readonly [what: string, ours: string, theirs: string])[]
}

/** Ours beside the usual way, line by line. */
export function ComparisonTable({ caption, heads, rows }: Comparison) {
  const [what, ours, theirs] = heads
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <table className="w-full table-fixed text-left text-sm hyphens-auto sm:text-base">
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
          {rows.map(([name, our, their]) => (
            <tr key={name}>
              <th scope="row" className="px-3 py-4 align-top sm:px-6 font-normal text-secondary">
                {name}
              </th>
              <td className="bg-raised px-3 py-4 align-top sm:px-6 font-medium">
                <PriceRange text={our} />
              </td>
              <td className="px-3 py-4 align-top sm:px-6 text-secondary">
                <PriceRange text={their} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
