import type { AskedQuestions } from '#app/lib/question.ts'

import type { BookingsMessages } from '../messages.en.ts'

/** Times are minutes UTC, to shorten the JSON. */
export type PickerView = {
  times: readonly number[]
  /** BCP 47 tag by which dates and times are written. */
  language: string
  /** 1 for Monday to 7 for Sunday. */
  firstWeekday: number
  zone: string
  isZoneAsked: boolean
  day: string | null
  chosen: number | null
  from: string | null
  earlier: string | null
  later: string | null
}

/** Must be JSON, because server and browser both render from it. */
export type BookingPickerProps = {
  view: PickerView
  texts: Pick<BookingsMessages, 'picker' | 'form'>
  /** URL to which the chosen time is posted, and the label of its button. */
  action: string
  button: string
  /** URL of this page; its query selects another day or zone. */
  path: string
  type: string
  minutes: number
  /** URL that holds a time; null if none needs holding. */
  hold: string | null
  /** Null when a meeting is moved. */
  guest: { questions: AskedQuestions; siteName: string } | null
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
  refusal?: string
}
