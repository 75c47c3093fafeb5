import { leadsTexts } from '#app/features/leads/messages.ts'
import { type FormAnswer, formError } from '#app/lib/form-answer.ts'
import { Island } from '#app/ui/island.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { bookingsTexts } from '../messages.ts'
import type { PublicMeeting } from '../types/meeting-type.ts'
import { BookingPicker } from './booking-picker.island.tsx'
import { MeetingFacts } from './meeting-facts.tsx'
import type { BookingPickerProps, PickerView } from './picker-props.ts'

type BookPageProps = {
  type: PublicMeeting
  /** Names of the members who may hold it. */
  hosts: readonly string[]
  view: PickerView
  answered?: FormAnswer | undefined
}

export function BookPage({ type, hosts, view, answered }: BookPageProps) {
  const { picker, form } = useTexts(bookingsTexts)
  const { questions: texts } = useTexts(leadsTexts)
  const { siteName } = useSite()
  const path = `/book/${type.slug}`
  const refusal = formError(answered) ?? answered?.errors['time']
  return (
    <div className="container-page py-20 md:py-28">
      <h1 className="text-hero font-bold">{type.name}</h1>
      <MeetingFacts type={type} hosts={hosts} />
      <div className="mt-10">
        <PickerIsland
          view={view}
          texts={{ picker, form }}
          action={path}
          button={form.book}
          path={path}
          type={type.slug}
          minutes={type.length}
          hold="/api/bookings/hold"
          guest={{ questions: { list: type.questions, texts }, siteName }}
          {...(answered && { values: answered.typed, errors: answered.errors })}
          {...(refusal && { refusal })}
        />
      </div>
    </div>
  )
}

export function PickerIsland(props: BookingPickerProps) {
  return <Island name="booking-picker" of={BookingPicker} when="visible" props={props} />
}
