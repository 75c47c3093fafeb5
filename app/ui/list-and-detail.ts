import type { BadgeTone } from './badge.tsx'

/** An item of a list beside a detail. */
export type ListRow = {
  /** The item's address. */
  to: string
  title: string
  text?: string | null
  /** Milliseconds UTC. */
  at: number
  state?: { name: string; tone: BadgeTone } | null
}

/** The lists whose items open beside them. Their details export `openAhead` as client loader. */
const listsWithDetails = [
  '/admin/leads',
  '/admin/people',
  '/admin/conversations',
  '/admin/outbox',
  '/admin/unfiled',
] as const

export function isDetail(path: string): boolean {
  return listsWithDetails.some((list) => path.startsWith(`${list}/`))
}

type RowsOf<Data> = (data: Data) => readonly ListRow[]

/** Lists by pathname. Each list adds itself when its module is loaded. */
const lists = new Map<string, { title: string; rowsOf: RowsOf<never> }>()

export type ListAndDetailHandle = {
  list?: string
  detailOf?: { list: (typeof listsWithDetails)[number]; title: string }
}

/** Returns the handle of a list's route. Details show its rows at their side. */
export function listHandle<Loader extends (...args: never[]) => Promise<unknown>>(
  list: string,
  title: string,
  rowsOf: RowsOf<Awaited<ReturnType<Loader>>>,
): ListAndDetailHandle {
  lists.set(list, { title, rowsOf })
  return { list }
}

/** Returns the list at an address, with the rows of its loader's data, or null if its module is not loaded. */
export function readList(
  path: string,
  data: unknown,
): { title: string; rows: readonly ListRow[] | null } | null {
  const list = lists.get(pathnameOf(path))
  return list ? { title: list.title, rows: data ? list.rowsOf(data as never) : null } : null
}

export function pathnameOf(path: string): string {
  return path.replace(/[?#].*$/, '')
}

export type Listed = { path: string; title: string; rows: readonly ListRow[] | null }

let last: Listed | null = null

export function noteList(list: Listed): void {
  last = list
}

/** Returns the list that was open last. */
export function lastList(): Listed | null {
  return last
}

/** Query key of a request that loads a detail before it is opened. The server does not count it as seen (`isPrefetch`). */
export const AHEAD = 'ahead'

/** The data of details that were loaded ahead, by pathname. */
const ahead = new Map<string, unknown>()

export function keepAhead(path: string, data: unknown): void {
  if (data === undefined) ahead.delete(path)
  else ahead.set(path, data)
}

/** The last detail that was opened with data loaded ahead. */
let opened = ''

/** Returns true once after a detail was opened with data that was loaded ahead. */
export function wasAhead(path: string): boolean {
  const was = opened === path
  opened = ''
  return was
}

export function isAhead(path: string): boolean {
  return ahead.has(path)
}

type ClientLoaderArgs<Data> = { request: Request; serverLoader: () => Promise<Data> }

/** Client loader of a detail. Returns the data that was loaded ahead, if any; `ListBeside` then loads it again. */
export async function openAhead<Data>({ request, serverLoader }: ClientLoaderArgs<Data>): Promise<Data> {
  const { pathname, search, searchParams } = new URL(request.url)
  // An error would replace the page; opened by itself, the item says what is wrong.
  if (searchParams.has(AHEAD)) return serverLoader().catch(() => undefined as Data)
  if (search !== '' || !ahead.has(pathname)) return serverLoader()
  const data = ahead.get(pathname) as Data
  ahead.delete(pathname)
  opened = pathname
  return data
}
