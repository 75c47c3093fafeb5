import type { KeyboardEvent } from 'react'

import { calendarMonths, freeDayFrom, weekdayNames } from './calendar-months.ts'
import type { ShownDay } from './days.ts'

type DayCalendarProps = {
  days: readonly ShownDay[]
  shown: ShownDay
  label: string
  language: string
  firstWeekday: number
  onDay: (day: string) => void
}

/** Radio buttons in the order of the days, which a style sheet places in the weeks of each month. */
export function DayCalendar({ days, shown, label, language, firstWeekday, onDay }: DayCalendarProps) {
  const free = new Map(days.map((each) => [each.day, each]))
  const months = calendarMonths(days[0]?.day ?? shown.day, days.at(-1)?.day ?? shown.day, firstWeekday)
  const monthName = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(language)
  return (
    <div
      role="radiogroup"
      aria-labelledby="booking-day"
      tabIndex={-1}
      onKeyDown={(event) => moveByKey(event, [...free.keys()])}
      className="grid gap-5 outline-none"
    >
      <p id="booking-day" className="sr-only">
        {label}
      </p>
      {months.map(({ month, days: places }) => (
        <div key={month} className="grid gap-2">
          <p className="font-display text-lg font-semibold">{monthName.format(Date.parse(`${month}-01`))}</p>
          <div className="grid grid-cols-7 gap-1">
            {weekdayNames(language, firstWeekday).map((name, at) => (
              <span key={at} aria-hidden className="text-center text-xs text-muted">
                {name}
              </span>
            ))}
            {places.map((day, place) => {
              if (day === null) return <span key={place} />
              const offered = free.get(day)
              const text = number.format(Number(day.slice(8)))
              if (!offered)
                return (
                  <span key={day} aria-hidden className="booking-day text-muted">
                    {text}
                  </span>
                )
              return (
                <label key={day} className="booking-day">
                  <input
                    type="radio"
                    name="day"
                    value={day}
                    aria-label={offered.label}
                    className="absolute inset-0 size-full cursor-pointer opacity-0"
                    defaultChecked={day === shown.day}
                    onChange={() => onDay(day)}
                  />
                  <span aria-hidden>{text}</span>
                </label>
              )
            })}
          </div>
        </div>
      ))}
    </div>
  )
}

function moveByKey(event: KeyboardEvent<HTMLElement>, free: readonly string[]): void {
  const group = event.currentTarget
  const { target } = event
  const forwards = getComputedStyle(group).direction === 'rtl' ? -1 : 1
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: forwards,
    ArrowLeft: -forwards,
    ArrowDown: 7,
    ArrowUp: -7,
  }
  const step = steps[event.key]
  if (step === undefined || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const day = freeDayFrom(target.value, step, free)
  const next = day === null ? null : group.querySelector<HTMLInputElement>(`input[value="${day}"]`)
  next?.focus()
  next?.click()
}
