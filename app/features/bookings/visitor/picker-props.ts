import type { BookingsMessages } from '../messages.en.ts'
import type { Question } from '../types/meeting-type.ts'

/** Times are in minutes UTC, to be short. */
export type PickerView = {
  times: readonly number[]
  zone: string
  isZoneAsked: boolean
  day: string | null
  chosen: number | null
  from: string | null
  earlier: string | null
  later: string | null
}

/** JSON: the server renders the page from it, and so does the browser. */
export type BookingPickerProps = {
  view: PickerView
  texts: Pick<BookingsMessages, 'picker' | 'form'>
  /** Where a chosen time is posted, and the button that posts it. */
  action: string
  button: string
  /** The address of this page, which shows another day or zone. */
  path: string
  type: string
  minutes: number
  /** Where a time is held; null where it need not be. */
  hold: string | null
  /** Null for a meeting that is moved. */
  guest: { questions: readonly Question[]; siteName: string } | null
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
  refusal?: string
}
