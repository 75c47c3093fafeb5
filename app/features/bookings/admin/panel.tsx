import type { ReactNode } from 'react'

type PanelProps = { id: string; title: string; text?: string; children: ReactNode }

export function Panel({ id, title, text, children }: PanelProps) {
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-line bg-raised p-5 sm:p-6">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {text ? <p className="text-sm text-secondary">{text}</p> : null}
      {children}
    </section>
  )
}
