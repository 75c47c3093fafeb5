import type { MouseEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'

import { isJustBefore, lastQueryOf } from './came-from.ts'
import { ArrowLeft } from './icons.tsx'
import { useAwake } from './use-awake.ts'

type BackLinkProps = {
  to: string
  name: string
  children?: ReactNode
}

/** Links to a list with its filters and page and, if it was the previous page, its scroll position. */
export function BackLink({ to, name, children }: BackLinkProps) {
  const isAwake = useAwake()
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !isJustBefore(to)) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <div className="-mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-secondary">
      <Link
        to={isAwake ? `${to}${lastQueryOf(to)}` : to}
        onClick={goBack}
        className="inline-flex items-center gap-1.5 no-underline hover:text-primary"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {name}
      </Link>
      {children}
    </div>
  )
}
