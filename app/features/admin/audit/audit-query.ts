import { isDay } from '#app/lib/days.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { ChangeKind, ChangeSubject } from '#app/platform/audit/change-kinds.ts'

import { auditMessages } from './messages.ts'

const { changes } = auditMessages[defaultLocale]

/** Entries are kept as long as the communication records they mention. */
export const KEEP_MONTHS = 24

export const changeKinds = Object.keys(changes) as ChangeKind[]

export function subjectOf(kind: ChangeKind): ChangeSubject {
  return kind.split('.', 1)[0] as ChangeSubject
}

/** The filters and the page of the list, as in its query string. */
export type AuditQuery = {
  q: string
  /** A kind or a subject; empty for all. */
  what: string
  /** Days in the site's time zone, both included; empty for no limit. */
  from: string
  to: string
  /** Starts at 1. */
  page: number
}

/** Parses the query string; invalid values are ignored. */
export function readAuditQuery(params: URLSearchParams): AuditQuery {
  const text = (name: string) => params.get(name) ?? ''
  const day = (name: string) => (isDay(text(name)) ? text(name) : '')
  const page = Number(params.get('page') ?? 1)
  const what = text('what')
  return {
    q: text('q').trim().slice(0, 200),
    what: changeKinds.some((kind) => kind === what || subjectOf(kind) === what) ? what : '',
    from: day('from'),
    to: day('to'),
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** Returns the list's path with some values changed; any change but of the page returns to page 1. */
export function auditPath(
  query: AuditQuery,
  change: Partial<AuditQuery> = {},
  path: '/admin/audit' | '/admin/audit.csv' = '/admin/audit',
): string {
  const { page, ...filters } = { ...query, page: 1, ...change }
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  if (page > 1) params.set('page', `${page}`)
  return params.size > 0 ? `${path}?${params}` : path
}
