/** A member whom a note names. */
export type MentionTable = {
  id: string
  /** The note, in the history of a lead or of a person. */
  event_id: string
  member_id: string
  lead_id: string | null
  person_id: string | null
  /** As they stand in the note, with the @. */
  words: string
  by_name: string
  /** Whoever wrote the note needs not be told of it. */
  is_own: 0 | 1
  at: number
}

export type TodayMarkTable = {
  /** The kind and id of what needs someone, such as `lead:0192…`. What happens anew has another item. */
  item: string
  done_at: number | null
  snoozed_until: number | null
  /** For what has no column of its own to name who attends to it. */
  assignee_id: string | null
  updated_at: number
}
