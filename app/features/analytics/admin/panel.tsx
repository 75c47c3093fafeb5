import { createContext, type ReactNode, use, useId } from 'react'

import { cx } from '#app/lib/class-names.ts'
import { Download } from '#app/ui/icons.tsx'

/** The range's query for the links to CSV files; null for samples, which cannot be exported. */
export const ExportContext = createContext<string | null>(null)

type PanelProps = {
  title: string
  name: string
  note?: string
  className?: string
  children: ReactNode
}

export function Panel({ title, name, note, className, children }: PanelProps) {
  const query = use(ExportContext)
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('flex flex-col rounded-lg border border-line bg-raised', className)}
    >
      <div className="flex items-baseline gap-3 px-5 pt-4 pb-3">
        <h2 id={id} className="text-[0.95rem] font-semibold">
          {title}
        </h2>
        {note ? <p className="truncate text-xs text-muted">{note}</p> : null}
        {query === null ? null : (
          <a
            href={`/admin/analytics.csv?panel=${name}&${query}`}
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
