export type MeetingTypeTable = {
  id: string
  slug: string
  name: string
  /** Like the other times here in minutes. */
  length: number
  /** A place or a link; given to whoever has booked. */
  location: string
  /** JSON: a list of texts. A star at the end marks one that must be answered. */
  questions: string
  buffer_before: number
  buffer_after: number
  notice: number
  daily_maximum: number | null
  /** How many days ahead it can be booked. */
  window_days: number
  /** JSON: ids of the members who take turns; none for the owner. */
  members: string
  is_offered: 0 | 1
  created_at: number
  updated_at: number
}

export type MemberHoursTable = {
  member_id: string
  /** IANA name. */
  time_zone: string
  /** JSON: seven texts from Monday on, such as `9-12, 13-17`. */
  week: string
  /** JSON: such texts by their days. */
  exceptions: string
  /** Not used: `booking_feed` has the member's own feed. */
  feed_version: number
  updated_at: number
}

export type BookingState = 'booked' | 'cancelled' | 'missed'

/** Who booked and what they answered stands in the lead: it goes with it. */
export type BookingTable = {
  id: string
  type_id: string
  member_id: string
  starts_at: number
  ends_at: number
  /** With the buffers. */
  blocked_from: number
  blocked_to: number
  state: BookingState
  /** The visitor's. */
  time_zone: string
  /** Of the address: one person has one booking at a time. */
  guest_hash: string
  lead_id: string
  /** Of the invitation (RFC 5546): counts its changes. */
  sequence: number
  /** To the latest invitation, by the guest's calendar. */
  answer: 'accepted' | 'declined' | 'tentative' | null
  /** By the guest's clock, but not later than it came. */
  answered_at: number | null
  created_at: number
  updated_at: number
}

/** Five minutes of a member that are booked, or held until `expires_at`. */
export type SlotClaimTable = {
  member_id: string
  /** Five-minute stretches since 1970. */
  slice: number
  /** The booking's id, or that of the hold. */
  holder: string
  booking_id: string | null
  expires_at: number | null
}

/** A calendar that tells when its member is busy. */
export type CalendarFeedTable = {
  id: string
  member_id: string
  /** The host of its address, to tell feeds apart. */
  host: string
  /** ics: its address, which is a secret; caldav: JSON of its address and login. Sealed for `calendar_feed:<id>`. */
  sealed: string
  kind: 'ics' | 'caldav'
  /** Whether the member's bookings are written into it; only for caldav. */
  writes: 0 | 1
  /** Why that failed last. */
  write_error: string | null
  /** Of the file, or the tag of the calendar (ctag). */
  etag: string | null
  checked_at: number | null
  /** When it was read without a fault, or had not changed since. */
  good_at: number | null
  /** Why it could not be read when it was checked last. */
  error: string | null
  created_at: number
}

/** The address of a member's own feed, which calendar programs read. */
export type BookingFeedTable = { member_id: string; key_hash: string; created_at: number }

/** A booking that was written into a calendar, with the sequence of what was written. */
export type CalendarEntryTable = { feed_id: string; booking_id: string; sequence: number }

export type BusyTimeTable = { feed_id: string; from_at: number; to_at: number }
