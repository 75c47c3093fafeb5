import { lazy, type ReactNode, Suspense } from 'react'
import { useMatches } from 'react-router'

import type { ListAndDetailHandle } from '#app/ui/list-and-detail.ts'
import { useAwake } from '#app/ui/use-awake.ts'

const ListKeys = lazy(() => import('./list-beside.tsx').then(({ ListKeys: Keys }) => ({ default: Keys })))
const ListBeside = lazy(() =>
  import('./list-beside.tsx').then(({ ListBeside: Beside }) => ({ default: Beside })),
)

/** A page as it is, or, for the detail of a list, with the list at its side on wide screens. */
export function ListAndDetail({ children }: { children: ReactNode }) {
  const isAwake = useAwake()
  const leaf = useMatches().at(-1)
  const { list, detailOf } = (leaf?.handle ?? {}) as ListAndDetailHandle
  if (list !== undefined)
    return (
      <section id="list" aria-label="List">
        {children}
        <Suspense>{isAwake ? <ListKeys list={list} data={leaf?.loaderData} /> : null}</Suspense>
      </section>
    )
  if (!detailOf) return children
  return (
    <div className="list-and-detail">
      <section id="list" aria-label="List" className="list-beside">
        <Suspense>{isAwake ? <ListBeside {...detailOf} /> : null}</Suspense>
      </section>
      <section aria-label="Detail" className="@container min-w-0">
        {children}
      </section>
    </div>
  )
}
