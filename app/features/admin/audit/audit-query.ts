import { isDay } from '#app/lib/days.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { ChangeKind, ChangeSubject } from '#app/platform/db/schema/audit.ts'

import { auditMessages } from './messages.ts'

const { changes } = auditMessages[defaultLocale]

/** Every kind of change, in the order in which it is listed. */
export const changeKinds = Object.keys(changes) as ChangeKind[]

/** What a kind is about: the first part of its name. */
export function subjectOf(kind: ChangeKind): ChangeSubject {
  return kind.split('.', 1)[0] as ChangeSubject
}

/** What the list shows, as its address says. */
export type AuditQuery = {
  q: string
  /** A kind, or what kinds are about; empty for all. */
  what: string
  /** Days in the site's time zone, both included; empty for no bound. */
  from: string
  to: string
  /** From 1. */
  page: number
}

/** Reads the address; what makes no sense is as if it were not there. */
export function readAuditQuery(params: URLSearchParams): AuditQuery {
  const page = Number(params.get('page') ?? 1)
  const what = params.get('what') ?? ''
  const day = (name: string) => {
    const given = params.get(name) ?? ''
    return isDay(given) ? given : ''
  }
  return {
    q: (params.get('q') ?? '').trim().slice(0, 200),
    what: changeKinds.some((kind) => kind === what || subjectOf(kind) === what) ? what : '',
    from: day('from'),
    to: day('to'),
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** The list's address with some of it changed; another filter starts at page 1. */
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
