import type { Generated } from 'kysely'

export type MeetingTypeTable = {
  id: string
  slug: string
  name: string
  /** Minutes, like the other durations here. */
  length: number
  /** A place or a link, sent to those who booked. */
  location: string
  /** JSON list of texts. A star at the end marks a required one. */
  questions: string
  buffer_before: number
  buffer_after: number
  notice: number
  daily_maximum: number | null
  /** The number of days ahead that can be booked. */
  window_days: number
  /** JSON list of the ids of members who take turns. If empty, the owner takes all bookings. */
  members: string
  is_offered: 0 | 1
  created_at: number
  updated_at: number
}

export type MemberHoursTable = {
  member_id: string
  /** IANA name. */
  time_zone: string
  /** JSON list of seven texts from Monday on, such as `9-12, 13-17`. */
  week: string
  /** JSON of such texts by day. */
  exceptions: string
  /** Unused: the member's feed is in `booking_feed`. */
  feed_version: number
  updated_at: number
}

export type BookingState = 'booked' | 'cancelled' | 'missed'

/** The guest's name and answers are in the lead. The booking is deleted with it. */
export type BookingTable = {
  /** BCP 47 tag of the language that the visitor read; null if nobody knows. */
  language: Generated<string | null>
  id: string
  type_id: string
  member_id: string
  starts_at: number
  ends_at: number
  /** Includes the buffers. */
  blocked_from: number
  blocked_to: number
  state: BookingState
  /** The visitor's time zone. */
  time_zone: string
  /** Hash of the guest's address. A guest cannot book the same start twice. */
  guest_hash: string
  lead_id: string
  /** Counts the changes of the invitation (RFC 5546). */
  sequence: number
  /** The reply of the guest's calendar to the latest invitation. */
  answer: 'accepted' | 'declined' | 'tentative' | null
  /** By the guest's clock, but no later than it arrived. */
  answered_at: number | null
  created_at: number
  updated_at: number
}

/** Five minutes of a member that are booked, or held until `expires_at`. */
export type SlotClaimTable = {
  member_id: string
  /** The number of five-minute slots since 1970. */
  slice: number
  /** The id of the booking or of the hold. */
  holder: string
  booking_id: string | null
  expires_at: number | null
}

/** A calendar with the times at which its member is busy. */
export type CalendarFeedTable = {
  id: string
  member_id: string
  /** The host of its address, to distinguish feeds. */
  host: string
  /** ics: its secret address. caldav: JSON of its address and login. Others: JSON of tokens. Sealed for `calendar_feed:<id>`. */
  sealed: string
  kind: 'ics' | 'caldav' | 'google' | 'microsoft'
  /** Whether the member's bookings are written into it; not for ics. */
  writes: 0 | 1
  /** The error of the last write. */
  write_error: string | null
  /** The time zone in which days were read, a space, and the ETag of the file or the calendar's ctag. */
  etag: string | null
  checked_at: number | null
  /** When it was last read without an error, or found unchanged. */
  good_at: number | null
  /** The error of the last read. */
  error: string | null
  /** Sentences about what was not clear in the last version that was read. */
  note: string | null
  created_at: number
}

/** A member's own feed, which calendar programs read. */
export type BookingFeedTable = { member_id: string; key_hash: string; created_at: number }

/** A booking that was written into a calendar, with the sequence of that version. */
export type CalendarEntryTable = {
  feed_id: string
  booking_id: string
  sequence: number
  /** Its id there, if the calendar chose it. */
  remote_id: string | null
}

export type BusyTimeTable = { feed_id: string; from_at: number; to_at: number }
