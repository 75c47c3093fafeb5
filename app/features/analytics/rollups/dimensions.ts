import { rootOfLanguage } from '#app/lib/languages.ts'
import type { EventTable } from '#app/platform/db/schema/analytics.ts'

import { channelOf } from '../channels/channel-of.ts'

import { vitalBucket } from './vital-buckets.ts'

export type StoredEvent = Omit<EventTable, 'id'>

/** `all` counts visitors; the other dimensions are shown in panels. */
export type Dimension =
  | 'all'
  | 'kind'
  | 'path'
  | 'service'
  | 'referrer'
  | 'utm'
  | 'country'
  | 'device'
  /** Without rows for days on which the site had one language. */
  | 'language'
  | 'funnel'
  | 'channel'
  | 'assistant'
  | 'lead_channel'
  | 'lead_page'
  | 'lcp'
  | 'cls'
  | 'inp'
  | 'ttfb'
  | 'refused'
  /** In drafts only: hourly counts by kind, which are shown from `roll_hour`. */
  | 'hour'

/** Limits the rows of a day, because visitors can make up values; further keys count as `OTHER`. */
export const MOST_KEYS = 1000
export const OTHER = 'other'

/** Dimensions whose keys visitors can make up. */
export const openDimensions: ReadonlySet<Dimension> = new Set([
  'path',
  'referrer',
  'utm',
  'lead_channel',
  'lead_page',
])

/** Visitors who open it count towards `talk`. */
export const CONTACT_PAGE = '/contact'
/** Chats, and inquiries from other pages. They are not linked to visitors, so each one counts. */
export const TALKED = 'talked'

export const funnelSteps = ['page', 'service', 'talk', 'inquiry'] as const

/** Returns a page's path without the prefix of its language. */
export function plainPath<Path extends string | null>({
  path,
  language,
}: {
  path: Path
  language: string | null | undefined
}): Path | string {
  if (path === null || !language) return path
  const root = rootOfLanguage(language)
  if (path === root) return '/'
  return path.startsWith(`${root}/`) ? path.slice(root.length) : path
}

export type Counted = { dimension: Dimension; key: string; byVisitor: boolean }

const plain = (dimension: Dimension, key: string | null): Counted[] =>
  key === null ? [] : [{ dimension, key, byVisitor: false }]
const byVisitor = (dimension: Dimension, key: string | null): Counted[] =>
  key === null ? [] : [{ dimension, key, byVisitor: true }]

export function countedBy(event: StoredEvent): Counted[] {
  switch (event.kind) {
    case 'web_vitals':
      return [
        ...plain('kind', event.kind),
        ...plain('lcp', vitalBucket('lcp', event.lcp)),
        ...plain('cls', vitalBucket('cls', event.cls)),
        ...plain('inp', vitalBucket('inp', event.inp)),
        ...plain('ttfb', vitalBucket('ttfb', event.ttfb)),
      ]
    case 'page_view': {
      const sorted = channelOf(event)
      const path = plainPath(event)
      return [
        ...byVisitor('all', ''),
        ...plain('kind', event.kind),
        ...byVisitor('path', event.path),
        ...byVisitor('referrer', event.referrer),
        ...byVisitor('utm', event.utm),
        ...byVisitor('country', event.country),
        ...byVisitor('device', event.device),
        ...byVisitor('language', event.language),
        ...byVisitor('channel', sorted && sorted.channel),
        ...byVisitor('assistant', sorted && sorted.assistant),
        ...byVisitor('funnel', 'page'),
        ...byVisitor('funnel', path?.startsWith('/services/') ? 'service' : null),
        ...byVisitor('funnel', path === CONTACT_PAGE ? 'talk' : null),
      ]
    }
    case 'service_inquiry':
      return [...byVisitor('all', ''), ...plain('kind', event.kind), ...byVisitor('service', event.service)]
    case 'chat':
      return [...byVisitor('all', ''), ...plain('kind', event.kind), ...plain('funnel', TALKED)]
    case 'contact_form':
      return [
        ...byVisitor('all', ''),
        ...plain('kind', event.kind),
        ...plain('funnel', plainPath(event) === CONTACT_PAGE ? null : TALKED),
        ...plain('funnel', 'inquiry'),
        ...plain('lead_channel', event.utm ?? event.referrer ?? 'direct'),
        ...plain('lead_page', event.landing),
      ]
  }
}
