export type TodayMarkTable = {
  /** The kind and id of what needs someone, such as `lead:0192…`. What happens anew has another item. */
  item: string
  done_at: number | null
  snoozed_until: number | null
  /** For what has no column of its own to name who attends to it. */
  assignee_id: string | null
  updated_at: number
}
