import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'

import { stepOf } from '#app/ui/page-keys.ts'
import {
  type ListAndDetailHandle,
  type ListRow,
  noteList,
  pathnameOf,
  readList,
} from '#app/ui/list-and-detail.ts'
import { useAwake } from '#app/ui/use-awake.ts'

const loadBeside = () => import('./list-beside.tsx')
const ListBeside = lazy(async () => ({ default: (await loadBeside()).ListBeside }))

/** Shows a detail with its list at its side on wide screens, and every other page as it is. */
export function ListAndDetail({ children }: { children: ReactNode }) {
  const isAwake = useAwake()
  const leaf = useMatches().at(-1)
  const { pathname } = useLocation()
  const { list, detailOf } = (leaf?.handle ?? {}) as ListAndDetailHandle
  if (list !== undefined)
    return (
      <section id="list" aria-label="List">
        {children}
        <ListKeys list={list} data={leaf?.loaderData} />
      </section>
    )
  if (!detailOf) return children
  return (
    <div className="list-and-detail">
      <section id="list" aria-label="List" className="list-beside">
        <Suspense>{isAwake ? <ListBeside {...detailOf} /> : null}</Suspense>
      </section>
      {/* Another item is another page: nothing typed, chosen or scrolled for one may be left for the next. */}
      <section key={pathname} aria-label="Detail" className="@container min-w-0">
        {children}
      </section>
    </div>
  )
}

function linkTo(row: ListRow | undefined): HTMLElement | null {
  return row ? document.querySelector(`#list a[href="${CSS.escape(row.to)}"]`) : null
}

/** J and K move the focus to the next and the previous item. Today handles these keys itself. */
function ListKeys({ list, data }: { list: string; data: unknown }): null {
  const { pathname, search, state } = useLocation()
  const listed = readList(list, data)
  const rows = listed?.rows ?? null
  const from = (state as { from?: string } | null)?.from
  const all = useRef(rows)
  useEffect(() => {
    all.current = rows
    if (listed) noteList({ path: `${pathname}${search}`, ...listed })
  })
  useEffect(() => {
    void loadBeside()
    if (from === undefined) return
    linkTo(all.current?.find(({ to }) => pathnameOf(to) === from))?.focus()
  }, [from])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = stepOf(event)
      const rowsNow = all.current
      if (step === 0 || !rowsNow) return
      const at = rowsNow.findIndex((row) => linkTo(row)?.closest('tr, li')?.contains(document.activeElement))
      const next = at < 0 ? 0 : Math.max(0, Math.min(at + step, rowsNow.length - 1))
      linkTo(rowsNow[next])?.focus()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}
