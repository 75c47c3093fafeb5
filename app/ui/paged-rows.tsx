import type { ReactNode } from 'react'

import { countText } from '#app/lib/paging.ts'

import { Pagination } from './pagination.tsx'

type PagedRowsProps = {
  list: { total: number; hasMore?: boolean; page: number; pages: number; perPage: number }
  /** The number of rows on this page. */
  shown: number
  /** Shown instead if there are no rows. */
  none: ReactNode
  pathOf: (page: number) => string
  children: ReactNode
}

export function PagedRows({ list, shown, none, pathOf, children }: PagedRowsProps) {
  const { total, hasMore, page, pages, perPage } = list
  if (shown === 0) return none
  const first = (page - 1) * perPage
  return (
    <>
      {children}
      <Pagination
        page={page}
        pages={pages}
        summary={`${first + 1}–${first + shown} of ${hasMore === undefined ? total : countText(total, hasMore)}`}
        pathOf={pathOf}
      />
    </>
  )
}
