import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ArrowLeft } from './icons.tsx'

type BackLinkProps = {
  to: string
  name: string
  children?: ReactNode
}

export function BackLink({ to, name, children }: BackLinkProps) {
  return (
    <div className="-mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-secondary">
      <Link to={to} className="inline-flex items-center gap-1.5 no-underline hover:text-primary">
        <ArrowLeft aria-hidden className="size-4" />
        {name}
      </Link>
      {children}
    </div>
  )
}
