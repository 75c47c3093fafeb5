import { Link } from 'react-router'

import { buttonClass } from './button.tsx'
import { ChevronLeft, ChevronRight } from './icons.tsx'

type PaginationProps = {
  page: number
  pages: number
  /** For example `1–25 of 312`. */
  summary: string
  pathOf: (page: number) => string
}

export function Pagination({ page, pages, summary, pathOf }: PaginationProps) {
  const step = buttonClass({ tone: 'outline', size: 'sm' })
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4 text-sm text-secondary">
      <span className="tabular-nums">{summary}</span>
      {pages > 1 ? (
        <span className="flex gap-2">
          {page > 1 ? (
            <Link to={pathOf(page - 1)} className={step} rel="prev">
              <ChevronLeft aria-hidden className="size-4" /> Previous
            </Link>
          ) : null}
          {page < pages ? (
            <Link to={pathOf(page + 1)} className={step} rel="next">
              Next <ChevronRight aria-hidden className="size-4" />
            </Link>
          ) : null}
        </span>
      ) : null}
    </nav>
  )
}
