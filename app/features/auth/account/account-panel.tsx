import type { ReactNode } from 'react'

type AccountPanelProps = {
  id: string
  title: string
  /** A word about its state. */
  badge?: ReactNode
  text: ReactNode
  children: ReactNode
}

/** One matter of the account's pages, under a heading of its own. */
export function AccountPanel({ id, title, badge, text, children }: AccountPanelProps) {
  return (
    <section aria-labelledby={id} className="grid gap-5 rounded-lg border border-line bg-raised p-6">
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {badge}
        </div>
        <div className="mt-1 max-w-2xl text-sm text-secondary">{text}</div>
      </div>
      {children}
    </section>
  )
}
