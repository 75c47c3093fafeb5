import { createContext, type ReactNode, use, useId } from 'react'
import { Link } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { Download } from '#app/ui/icons.tsx'

import { type Filter, isSame, toggled } from '../stats/filters.ts'
import { type View, viewQuery } from '../stats/view.ts'

/** The view that links of rows and files refer to; null for sample figures, which cannot be filtered or exported. */
export const ViewContext = createContext<View | null>(null)

type PanelProps = {
  title: string
  name: string
  note?: string
  className?: string
  children: ReactNode
}

export function Panel({ title, name, note, className, children }: PanelProps) {
  const view = use(ViewContext)
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('flex flex-col rounded-lg border border-line bg-raised', className)}
    >
      <div className="flex items-baseline gap-3 px-5 pt-4 pb-3">
        <h2 id={id} className="shrink-0 text-[0.95rem] font-semibold">
          {title}
        </h2>
        {note ? <p className="truncate text-xs text-muted">{note}</p> : null}
        {view === null || view.shareKey !== undefined ? null : (
          <a
            href={`/admin/analytics.csv?panel=${name}&${viewQuery(view)}`}
            download
            aria-label={`${title} as CSV`}
            className="-my-1 ml-auto flex shrink-0 items-center gap-1.5 self-center rounded-sm px-1.5 py-1 text-xs text-muted no-underline hover:bg-overlay hover:text-primary"
          >
            <Download aria-hidden className="size-3.5" />
            CSV
          </a>
        )}
      </div>
      {children}
    </section>
  )
}

export function NothingYet({ children }: { children: ReactNode }) {
  return (
    <p className="grid flex-1 place-content-center px-5 pt-4 pb-8 text-center text-sm text-muted">
      {children}
    </p>
  )
}

type FilterLinkProps = { filter: Filter; name: string; className?: string; children: ReactNode }

/** Link that adds or removes a row's filter. It covers the row, which must be positioned. */
export function FilterLink({ filter, name, className, children }: FilterLinkProps) {
  const view = use(ViewContext)
  if (view === null) return children
  const isOn = view.filters.some((one) => isSame(one, filter))
  return (
    <Link
      to={`?${viewQuery({ ...view, filters: toggled(view.filters, filter) })}`}
      preventScrollReset
      aria-label={isOn ? `Remove the filter ${name}` : `Filter by ${name}`}
      aria-current={isOn ? 'true' : undefined}
      className={cx(
        'text-inherit no-underline after:absolute after:inset-0 hover:text-accent focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-second',
        isOn && 'font-medium text-accent underline underline-offset-4',
        className,
      )}
    >
      {children}
    </Link>
  )
}

export const filterRow = 'relative transition-colors hover:bg-overlay/60'
