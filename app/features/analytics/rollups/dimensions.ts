import type { EventTable } from '#app/platform/db/schema/analytics.ts'

import { vitalBucket } from './vital-buckets.ts'

export type StoredEvent = Omit<EventTable, 'id'>

/** `all` counts events by visitor; the rest are what the dashboard's panels show. */
export type Dimension =
  | 'all'
  | 'kind'
  | 'path'
  | 'service'
  | 'referrer'
  | 'utm'
  | 'country'
  | 'device'
  | 'funnel'
  | 'lead_channel'
  | 'lead_page'
  | 'lcp'
  | 'cls'
  | 'inp'
  | 'refused'
  /** Of a draft alone: an hour's count by kind, which is shown from `roll_hour`. */
  | 'hour'

/** Who sends made-up values cannot make more rows than this a day; the rest are counted as `OTHER`. */
export const MOST_KEYS = 1000
export const OTHER = 'other'

/** Filled with what visitors send, and so bounded. */
export const openDimensions: ReadonlySet<Dimension> = new Set([
  'path',
  'referrer',
  'utm',
  'lead_channel',
  'lead_page',
])

/** Whoever opened it is counted towards `talk` as a visitor. */
const CONTACT_PAGE = '/contact'
/** Chats, and inquiries from any other page: counted one by one, for it is not known whose they are. */
export const TALKED = 'talked'

export const funnelSteps = ['page', 'service', 'talk', 'inquiry'] as const

export type Counted = { dimension: Dimension; key: string; byVisitor: boolean }

const plain = (dimension: Dimension, key: string | null): Counted[] =>
  key === null ? [] : [{ dimension, key, byVisitor: false }]
const byVisitor = (dimension: Dimension, key: string | null): Counted[] =>
  key === null ? [] : [{ dimension, key, byVisitor: true }]

/** Everything one event counts towards. */
export function countedBy(event: StoredEvent): Counted[] {
  switch (event.kind) {
    case 'web_vitals':
      return [
        ...plain('kind', event.kind),
        ...plain('lcp', vitalBucket('lcp', event.lcp)),
        ...plain('cls', vitalBucket('cls', event.cls)),
        ...plain('inp', vitalBucket('inp', event.inp)),
      ]
    case 'page_view':
      return [
        ...byVisitor('all', ''),
        ...plain('kind', event.kind),
        ...byVisitor('path', event.path),
        ...byVisitor('referrer', event.referrer),
        ...byVisitor('utm', event.utm),
        ...byVisitor('country', event.country),
        ...byVisitor('device', event.device),
        ...byVisitor('funnel', 'page'),
        ...byVisitor('funnel', event.path?.startsWith('/services/') ? 'service' : null),
        ...byVisitor('funnel', event.path === CONTACT_PAGE ? 'talk' : null),
      ]
    case 'service_inquiry':
      return [...byVisitor('all', ''), ...plain('kind', event.kind), ...byVisitor('service', event.service)]
    case 'chat':
      return [...byVisitor('all', ''), ...plain('kind', event.kind), ...plain('funnel', TALKED)]
    case 'contact_form':
      return [
        ...byVisitor('all', ''),
        ...plain('kind', event.kind),
        ...plain('funnel', event.path === CONTACT_PAGE ? null : TALKED),
        ...plain('funnel', 'inquiry'),
        ...plain('lead_channel', event.utm ?? event.referrer ?? 'direct'),
        ...plain('lead_page', event.landing),
      ]
  }
}
