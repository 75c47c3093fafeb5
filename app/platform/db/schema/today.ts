/** A member whom a note mentions. */
export type MentionTable = {
  id: string
  /** The note in the history of a lead or a person. */
  event_id: string
  member_id: string
  lead_id: string | null
  person_id: string | null
  /** The mention as written in the note, with the @. */
  words: string
  by_name: string
  /** 1 if the member wrote the note, and so is not notified. */
  is_own: 0 | 1
  at: number
}

export type TodayMarkTable = {
  /** Kind and id of what needs attention, such as `lead:0192…`. A new occurrence is another item. */
  item: string
  done_at: number | null
  snoozed_until: number | null
  /** The assignee of items whose own table has no such column. */
  assignee_id: string | null
  updated_at: number
}
