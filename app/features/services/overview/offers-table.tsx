import { useLocale } from '#app/ui/locale.tsx'

import { PriceRange } from '../parts/price-range.tsx'

import { listOffers } from './list-offers.ts'
import type { overviewEn } from './overview.en.ts'

/** All offers side by side: what each is for, when it is ready, what it costs. */
export function OffersTable({ caption, heads }: { caption: string; heads: (typeof overviewEn)['heads'] }) {
  const headClass = 'px-3 py-4 font-medium text-muted sm:px-6'
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <table className="w-full table-fixed text-left text-sm sm:text-base">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-sm">
          <tr>
            <th scope="col" className={`${headClass} w-[46%] sm:w-1/2`}>
              {heads.service}
            </th>
            <th scope="col" className={headClass}>
              {heads.timeline}
            </th>
            <th scope="col" className={headClass}>
              {heads.price}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {listOffers(useLocale()).map(({ name, path, bestFor, timeline, price }) => (
            <tr key={path} className="align-top">
              <th scope="row" className="px-3 py-5 font-normal sm:px-6">
                <a
                  href={path}
                  className="font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-current"
                >
                  {name}
                </a>
                <span className="mt-1 block text-secondary">{bestFor}</span>
              </th>
              <td className="px-3 py-5 text-secondary sm:px-6">{timeline}</td>
              <td className="px-3 py-5 font-medium tabular-nums sm:px-6">
                <PriceRange text={price} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
