import type { ReactNode } from 'react'

/** One entry of a list of facts; an empty one is left out. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="break-words tabular-nums">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
