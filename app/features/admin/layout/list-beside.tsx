import {
  memo,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link, useFetcher, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { lastQueryOf } from '#app/ui/came-from.ts'
import { isTyping, stepOf } from '#app/ui/page-keys.ts'
import {
  AHEAD,
  isDetail,
  keepAhead,
  lastList,
  type Listed,
  type ListRow,
  pathnameOf,
  readList,
  wasAhead,
} from '#app/ui/list-and-detail.ts'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

const wide = '(width >= 1200px)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    onWidth,
    () => matchMedia(wide).matches,
    () => false,
  )
}

function onWidth(onChange: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Shows the list from which a detail was opened, or else the detail's own list, as it was last filtered. */
export function ListBeside({ list, title }: { list: string; title: string }) {
  const { pathname } = useLocation()
  const isWide = useIsWide()
  const [shown, setShown] = useState<{ pathname: string; origin: Listed } | null>(null)
  const origin = isWide ? originOf(pathname, { list, title }, shown?.origin) : null
  if (origin && shown?.pathname !== pathname) setShown({ pathname, origin })
  useSeenAfterwards(pathname)
  if (!isWide || !origin) return null
  return <Rows key={origin.path} origin={origin} pathname={pathname} />
}

function originOf(
  pathname: string,
  { list, title }: { list: string; title: string },
  before: Listed | undefined,
): Listed {
  // The open item may have left the list, for example because its status changed. The list stays.
  if (before && (isListed(before, pathname) || pathnameOf(before.path) === list)) return before
  const last = lastList()
  return last && isListed(last, pathname) ? last : { path: `${list}${lastQueryOf(list)}`, title, rows: null }
}

function isListed({ rows }: Listed, pathname: string): boolean {
  return rows?.some(({ to }) => pathnameOf(to) === pathname) ?? false
}

function ListTitle({ path, title }: { path: string; title: string }) {
  return (
    <p className="flex items-baseline justify-between gap-2 px-3 py-2 text-sm">
      <Link to={path} className="font-semibold no-underline hover:underline">
        {title}
      </Link>
      <span className="text-xs text-muted pointer-coarse:hidden">
        <kbd>J</kbd> <kbd>K</kbd> move · <kbd>Esc</kbd> back
      </span>
    </p>
  )
}

function Rows({ origin, pathname }: { origin: Listed; pathname: string }) {
  const { path } = origin
  const { load, data } = useFetcher<unknown>({ key: `list beside ${path}` })
  useEffect(() => {
    void load(path.replace(/^\/admin(?=\?|$)\??/, '/admin?index&'))
  }, [path, load])
  const loaded = useMemo(() => readList(path, data), [path, data])
  const rows = loaded?.rows ?? origin.rows
  const opening = useNavigation().location?.pathname ?? pathname
  const at = rows?.findIndex(({ to }) => pathnameOf(to) === pathname) ?? -1
  useDetailKeys({ path, rows }, opening)
  const navigate = useNavigate()
  const { timeZone, now } = useAdminShell()
  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
      event.preventDefault()
      void navigate(currentTarget.pathname + currentTarget.search + currentTarget.hash)
    },
    [navigate],
  )
  const neighbours = rows ? [rows[at + 1], rows[at - 1]] : []
  return (
    <>
      <ListTitle path={path} title={loaded?.title ?? origin.title} />
      {rows ? (
        <ol>
          {rows.map((row) => (
            <Row
              key={row.to}
              row={row}
              isOpen={pathnameOf(row.to) === opening}
              timeZone={timeZone}
              now={now}
              follow={follow}
            />
          ))}
        </ol>
      ) : (
        <Skeleton />
      )}
      {neighbours.map((row) =>
        row && isDetail(row.to) ? <LoadAhead key={row.to} path={pathnameOf(row.to)} /> : null,
      )}
    </>
  )
}

type RowProps = {
  row: ListRow
  isOpen: boolean
  timeZone: string
  now: number
  follow: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** A plain link, because each of the router's links is rendered again with every navigation. */
const Row = memo(function Row({
  row: { to, title, text, at, state },
  isOpen,
  timeZone,
  now,
  follow,
}: RowProps) {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={item}>
      <a href={to} onClick={follow} aria-current={isOpen ? 'page' : undefined} className="list-row">
        <span className="flex items-baseline justify-between gap-2">
          <bdi className="truncate font-medium">{title}</bdi>
          <span className="shrink-0 text-xs text-muted">
            <Time at={at} timeZone={timeZone} now={now} />
          </span>
        </span>
        <span className="flex items-center justify-between gap-2">
          <bdi className="truncate text-sm text-secondary">{text}</bdi>
          {state ? <Badge tone={state.tone}>{state.name}</Badge> : null}
        </span>
      </a>
    </li>
  )
})

function Skeleton() {
  return (
    <div aria-hidden className="list-skeleton">
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} />
      ))}
    </div>
  )
}

function LoadAhead({ path }: { path: string }) {
  const { load, data } = useFetcher<unknown>({ key: `${AHEAD} ${path}` })
  useEffect(() => afterDrawing(() => void load(`${path}?${AHEAD}`)), [path, load])
  useEffect(() => {
    keepAhead(path, data)
    return () => keepAhead(path, undefined)
  }, [path, data])
  return null
}

/** Loads a detail again that was loaded ahead: it may have changed since, and the server counts it as seen. */
function useSeenAfterwards(pathname: string): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!wasAhead(pathname)) return undefined
    return afterDrawing(() => void revalidate())
  }, [pathname, revalidate])
}

/** Runs `work` once the open item is drawn, and not if it is left before. */
function afterDrawing(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** J and K open the next and the previous item, Escape returns to the list. */
function useDetailKeys({ path, rows }: Pick<Listed, 'path' | 'rows'>, opening: string): void {
  const navigate = useNavigate()
  const latest = useRef(opening)
  useLayoutEffect(() => {
    latest.current = opening
  }, [opening])
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = stepOf(event)
      const at = rows?.findIndex(({ to }) => pathnameOf(to) === latest.current) ?? -1
      const next = rows?.[at < 0 ? 0 : at + step]
      if (step !== 0 && next) {
        latest.current = pathnameOf(next.to)
        void navigate(next.to)
      } else if (isLeaving(event)) void navigate(path, { state: { from: latest.current } })
      else return
      event.preventDefault()
    }
    // In the capture phase, because a menu that handles Escape first would already be closed.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [navigate, path, rows])
}

/** Elements that Escape closes instead of the detail. */
const open = 'dialog:modal, details[open] :focus, [role=menu] :focus, :focus[aria-expanded=true]'

function isLeaving({ key, target }: KeyboardEvent): boolean {
  return key === 'Escape' && !isTyping(target) && document.querySelector(open) === null
}
