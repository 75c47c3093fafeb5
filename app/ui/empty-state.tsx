import type { ReactNode } from 'react'

import type { LucideIcon } from './icons.tsx'

type EmptyStateProps = { icon: LucideIcon; title: string; text: string; children?: ReactNode }

export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center rounded-lg border border-dashed border-line-strong px-6 py-16 text-center">
      <Icon aria-hidden className="size-8 text-muted" />
      <h2 className="mt-4 text-lg font-semibold">{title}</h2>
      <p className="mt-1.5 max-w-md text-sm text-secondary">{text}</p>
      {children ? <div className="mt-5">{children}</div> : null}
    </div>
  )
}
