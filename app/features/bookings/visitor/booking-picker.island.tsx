import { useEffect, useRef } from 'react'

import { localPath } from '#app/lib/local-path.ts'
import { fill } from '#app/lib/messages.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

import { describeMeeting, instantText, longDate, MINUTE_MS } from '../meeting-time.ts'
import { BookingFields } from './booking-fields.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { offeredZones, type ShownDay } from './days.ts'
import type { BookingPickerProps } from './picker-props.ts'
import { usePicker } from './use-picker.ts'

/** Works as plain forms; with scripts it uses the visitor's time zone and holds the chosen time while they type. */
export function BookingPicker(props: BookingPickerProps) {
  const { view, texts, path } = props
  const picker = usePicker(props)
  const { form, zone, days, shown, chosen, refusal, step, isAwake } = picker
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The pressed button is gone from the list, so focus would be lost.
    if (step.refusals > 0) said.current?.focus()
  }, [step.refusals])
  const linkTo = (from: string) => localPath(`${path}?${new URLSearchParams({ from, zone })}`)
  return (
    <div className="grid gap-8">
      {refusal ? (
        <p
          ref={said}
          tabIndex={-1}
          role="alert"
          className="rounded-md border border-danger/50 px-4 py-3 text-danger"
        >
          {refusal}
        </p>
      ) : null}
      <form
        ref={form}
        method="get"
        action={localPath(path)}
        onSubmit={picker.onSubmit}
        className="grid items-start gap-8 md:grid-cols-2 lg:gap-16"
      >
        {view.from === null ? null : <input type="hidden" name="from" value={view.from} />}
        <div className="grid gap-5">
          {shown ? (
            <DayCalendar
              key={zone}
              days={days}
              shown={shown}
              label={texts.picker.day}
              language={view.language}
              firstWeekday={view.firstWeekday}
              onDay={picker.setDay}
            />
          ) : (
            <p>{texts.picker.noTimes}</p>
          )}
          <p className="flex flex-wrap items-center gap-4 text-sm">
            {isAwake ? null : (
              <button type="submit" className={buttonClass({ tone: 'outline', size: 'sm' })}>
                {texts.picker.showTimes}
              </button>
            )}
            {view.earlier === null ? null : <a href={linkTo(view.earlier)}>{texts.picker.earlier}</a>}
            {view.later === null ? null : <a href={linkTo(view.later)}>{texts.picker.later}</a>}
          </p>
        </div>
        <div className="grid gap-5">
          {shown?.times[0] ? (
            <h2 className="text-heading">{longDate(shown.times[0].at, zone, view.language)}</h2>
          ) : null}
          {shown ? <Times shown={shown} chosen={chosen} label={texts.picker.times} /> : null}
          <span role="status">{step.isHolding ? texts.picker.holding : null}</span>
          <Zone {...picker} texts={texts.picker} />
        </div>
      </form>
      {chosen === null ? null : (
        <Chosen {...props} at={chosen} zone={zone} held={picker.hold} choices={step.choices} />
      )}
    </div>
  )
}

type Texts = BookingPickerProps['texts']

function Zone({ zone, setZone, texts }: ZoneProps) {
  return (
    <Field id="booking-zone" label={texts.zone} className="max-w-sm">
      <Select
        id="booking-zone"
        name="zone"
        value={zone}
        onChange={(event) => setZone(event.currentTarget.value)}
      >
        {offeredZones(zone).map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      <p className="text-sm text-muted" aria-live="polite">
        {fill(texts.zoneSays, { zone: zone.replaceAll('_', ' ') })}
      </p>
    </Field>
  )
}

type ZoneProps = { zone: string; setZone: (zone: string) => void; texts: Texts['picker'] }

function Times({ shown, chosen, label }: { shown: ShownDay; chosen: number | null; label: string }) {
  return (
    <ul aria-label={label} className="grid grid-cols-3 gap-2">
      {shown.times.map(({ at, value, label: clock }) => (
        <li key={at}>
          <button
            type="submit"
            name="time"
            value={value}
            aria-pressed={at === chosen}
            className={buttonClass({ tone: at === chosen ? 'solid' : 'outline', className: 'w-full' })}
          >
            {clock}
          </button>
        </li>
      ))}
    </ul>
  )
}

type ChosenProps = BookingPickerProps & {
  at: number
  zone: string
  held: string | undefined
  choices: number
}

function Chosen({ at, zone, held, choices, ...props }: ChosenProps) {
  const { texts, view, guest, minutes, values = {}, errors = {} } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (held || choices > 0) heading.current?.focus()
  }, [held, choices])
  return (
    <form
      method="post"
      action={localPath(props.action)}
      aria-labelledby="booking-chosen"
      className="grid max-w-xl gap-5"
    >
      <div>
        <h2 id="booking-chosen" ref={heading} tabIndex={-1} className="text-sm text-muted outline-none">
          {texts.form.chosen}
        </h2>
        <p className="mt-1 text-lead">{describeMeeting(at, at + minutes * MINUTE_MS, zone, view.language)}</p>
        {held ? <p className="mt-1 text-sm text-muted">{texts.form.held}</p> : null}
      </div>
      <input type="hidden" name="time" value={instantText(at)} />
      <input type="hidden" name="zone" value={zone} />
      <input type="hidden" name="hold" value={held} />
      {guest ? <BookingFields {...guest} texts={texts.form} values={values} errors={errors} /> : null}
      <Button type="submit" tone="sweep" size="lg" className="justify-self-start">
        {props.button}
      </Button>
    </form>
  )
}
