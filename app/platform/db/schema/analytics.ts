export type EventKind = 'page_view' | 'contact_form' | 'service_inquiry' | 'chat' | 'web_vitals'

export type EventTable = {
  id: string
  /** For inquiries and chats, rounded to the minute. */
  at: number
  kind: EventKind
  /**
   * 64 bits of a hash with the day's salt. Null for inquiries and chats, so that they cannot be joined to page
   * views.
   */
  visitor: string | null
  path: string | null
  landing: string | null
  service: string | null
  /** Host of the referring site, `direct` if there is none; null within a visit. */
  referrer: string | null
  utm: string | null
  country: string | null
  device: 'desktop' | 'mobile' | 'tablet' | null
  lcp: number | null
  /** In thousandths. */
  cls: number | null
  inp: number | null
}

/** Inquiries and chats that are not counted yet. Neither id nor time leads to the record. */
export type EventOutboxTable = Pick<
  EventTable,
  'id' | 'at' | 'path' | 'landing' | 'service' | 'referrer' | 'utm' | 'country'
> & { kind: 'contact_form' | 'service_inquiry' | 'chat' }

/** A day whose events are counted again into `roll_draft`. */
export type RecountTable = {
  day: string
  generation: number
  /** The generation being counted; null if none is. */
  draft: number | null
  /** The last event in the draft, by time and id. */
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
  /** Distinct visitors on this day; 0 for what is not counted by visitor. */
  visitors: number
}

/** Which visitor was counted under what. Kept only as long as the day's salt. */
export type SeenTable = { day: string; dimension: string; key: string; visitor: string }

/** 16 random bytes in hexadecimal, destroyed at the end of the day. */
export type SaltTable = { day: string; bytes: string }
