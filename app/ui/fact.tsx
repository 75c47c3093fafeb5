import type { ReactNode } from 'react'

/** One entry of a list of facts; empty entries are omitted. */
type FactProps = { name: string; isWide?: boolean; children: ReactNode }

export function Fact({ name, isWide = false, children }: FactProps) {
  if (children === null || children === undefined || children === '') return null
  return (
    <div className={isWide ? 'col-span-2' : undefined}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="break-words tabular-nums">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
