import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { buttonClass } from './button.tsx'
import { type LucideIcon, Search } from './icons.tsx'

type EmptyStateProps = { icon: LucideIcon; title: string; text: string; children?: ReactNode }

export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center rounded-lg border border-dashed border-line-strong px-6 py-10 text-center">
      <Icon aria-hidden className="size-8 text-muted" />
      <h2 className="mt-4 text-lg font-semibold">{title}</h2>
      <p className="mt-1.5 max-w-md text-sm text-secondary">{text}</p>
      {children ? <div className="mt-5">{children}</div> : null}
    </div>
  )
}

type NothingFoundProps = { title?: string; text: string; to: string; clear?: string }

/** Links to the list without its filters. */
export function NothingFound({
  title = 'Nothing found',
  text,
  to,
  clear = 'Clear the filters',
}: NothingFoundProps) {
  return (
    <EmptyState icon={Search} title={title} text={text}>
      <Link to={to} className={buttonClass({ tone: 'outline', size: 'md' })}>
        {clear}
      </Link>
    </EmptyState>
  )
}
