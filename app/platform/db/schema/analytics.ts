export type EventKind = 'page_view' | 'contact_form' | 'service_inquiry' | 'chat' | 'web_vitals'

export type EventTable = {
  id: string
  /** Of an inquiry or a chat: the minute in which it came. */
  at: number
  kind: EventKind
  /** The first 64 bits of a hash with the day's salt. Null for inquiries and chats, so that they cannot be joined to page views. */
  visitor: string | null
  path: string | null
  /** Of an inquiry: the page its visit began on. */
  landing: string | null
  /** A service's slug. */
  service: string | null
  /** Host of the site that led here, 'direct' where none did; null within a visit. */
  referrer: string | null
  /** source / medium / campaign. */
  utm: string | null
  /** ISO 3166-1, two letters. */
  country: string | null
  device: 'desktop' | 'mobile' | 'tablet' | null
  /** Milliseconds. */
  lcp: number | null
  /** Thousandths. */
  cls: number | null
  /** Milliseconds. */
  inp: number | null
}

/**
 * What of an inquiry or a chat waits to be counted. Neither its id nor its time, to the minute, leads to the record it
 * tells of.
 */
export type EventOutboxTable = Pick<
  EventTable,
  'id' | 'at' | 'path' | 'landing' | 'service' | 'referrer' | 'utm' | 'country'
> & { kind: 'contact_form' | 'service_inquiry' | 'chat' }

/** A day whose events are counted anew into `roll_draft`, or were. */
export type RecountTable = {
  day: string
  /** Which of the day's `seen` rows belong to the figures that are shown. */
  generation: number
  /** The generation that is being counted; null while none is. */
  draft: number | null
  /** The last event, by time and id, that the draft holds. */
  after_at: number
  after_id: string
}

export type RollHourTable = {
  /** The hour's first moment. */
  hour: number
  /** A kind of event, or `visitor`: those first seen on their day in this hour. */
  kind: string
  n: number
}

export type RollDayTable = {
  dimension: string
  /** In the site's time zone, for example 2026-11-21. */
  day: string
  key: string
  n: number
  /** Distinct on this day; 0 for what is not counted by visitor. */
  visitors: number
}

/** Who was counted under what, for as long as the day's salt lives; `day` bears the generation of a day counted anew. */
export type SeenTable = { day: string; dimension: string; key: string; visitor: string }

/** 16 random bytes a day in hexadecimal, destroyed when the day is over. */
export type SaltTable = { day: string; bytes: string }
