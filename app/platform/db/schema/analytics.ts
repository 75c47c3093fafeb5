export type EventKind = 'page_view' | 'contact_form' | 'service_inquiry' | 'chat' | 'web_vitals'

export type EventTable = {
  id: string
  /** For inquiries and chats, rounded to the minute. */
  at: number
  kind: EventKind
  /** 64 bits of a hash with the day's salt. Null where an event must not be joined to page views. */
  visitor: string | null
  path: string | null
  landing: string | null
  service: string | null
  referrer: string | null
  utm: string | null
  country: string | null
  device: 'desktop' | 'mobile' | 'tablet' | null
  lcp: number | null
  cls: number | null
  inp: number | null
  /** Time to first byte, in milliseconds; null in events before migration 0070. */
  ttfb: number | null
  /** BCP 47 tag of the page's language, by its address; null while the site has one language. */
  language: string | null
}

/** Inquiries and chats that are not counted yet. Neither id nor time identifies the record. */
export type EventOutboxTable = Pick<
  EventTable,
  'id' | 'at' | 'path' | 'landing' | 'service' | 'referrer' | 'utm' | 'country' | 'language'
> & { kind: 'contact_form' | 'service_inquiry' | 'chat' }

/** A day whose events are counted again into `roll_draft`. */
export type RecountTable = {
  day: string
  generation: number
  draft: number | null
  after_at: number
  after_id: string
}

export type RollHourTable = {
  hour: number
  /** A kind of event, or `visitor` for visitors first seen in this hour. */
  kind: string
  n: number
}

export type RollDayTable = {
  dimension: string
  day: string
  key: string
  n: number
  visitors: number
}

/** The visitors counted under each key. Deleted with the day's salt. */
export type SeenTable = { day: string; dimension: string; key: string; visitor: string }

export type SaltTable = { day: string; bytes: string }

/** The visits of a day without visitor ids, packed for filtered figures (analytics/visits). */
export type DayVisitsTable = {
  day: string
  /** The time zone in which the day was counted. */
  zone: string
  events: number
  version: number
  bytes: Uint8Array
}

export type CrawlTable = { day: string; crawler: string; path: string; n: number }
