import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { X } from '#app/ui/icons.tsx'

import { filterLabel } from '../stats/filter-label.ts'
import { toggled } from '../stats/filters.ts'
import type { GoalFigure } from '../stats/read-figures.server.ts'
import { type View, viewQuery } from '../stats/view.ts'

type ChipsProps = { view: View; goals: readonly GoalFigure[]; since: string | null }

export function FilterChips({ view, goals, since }: ChipsProps) {
  const { filters } = view
  const list = useRef<HTMLElement>(null)
  const count = useRef(filters.length)
  useEffect(() => {
    // Removing a filter removes the focused link, so move the focus to the list.
    if (filters.length < count.current && document.activeElement === document.body) list.current?.focus()
    count.current = filters.length
  }, [filters.length])
  return (
    <section ref={list} tabIndex={-1} aria-label="Filters" className="empty:hidden">
      {filters.length === 0 ? null : (
        <>
          <ul className="flex flex-wrap items-center gap-2">
            {filters.map((filter) => {
              const { what, value } = filterLabel(filter, goals)
              return (
                <li key={`${filter.by} ${filter.key}`} className="max-w-full">
                  <Link
                    to={`?${viewQuery({ ...view, filters: toggled(filters, filter) })}`}
                    preventScrollReset
                    aria-label={`Remove the filter ${what}: ${value}`}
                    className="flex max-w-full items-center gap-2 rounded-full border border-accent/50 bg-accent/10 py-1 pr-2 pl-3 text-sm text-primary no-underline hover:border-accent"
                  >
                    <span className="truncate">
                      <span className="text-secondary">{what}:</span>{' '}
                      <bdi className="font-medium">{value}</bdi>
                    </span>
                    <X aria-hidden className="size-3.5 shrink-0" />
                  </Link>
                </li>
              )
            })}
            {filters.length > 1 ? (
              <li>
                <Link
                  to={`?${viewQuery({ ...view, filters: [] })}`}
                  preventScrollReset
                  className="px-2 text-sm underline underline-offset-4"
                >
                  Remove all
                </Link>
              </li>
            ) : null}
          </ul>
          <p className="mt-2 text-xs text-muted">
            Visitors whose visit matches {filters.length > 1 ? 'all of these' : 'this'}, with everything they
            did that day. Inquiries and chats are not linked to visits: they are filtered by their own page,
            source, campaign, country and service.
            {since === null
              ? ''
              : ` Single visits are kept for a limited time, so filtered figures begin on ${since}.`}
          </p>
        </>
      )}
    </section>
  )
}
