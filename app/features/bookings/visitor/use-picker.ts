import { type SubmitEvent, useCallback, useState } from 'react'

import { useAwake } from '#app/ui/use-awake.ts'

import { MINUTE_MS } from '../meeting-time.ts'
import { groupByDay } from './days.ts'
import type { BookingPickerProps } from './picker-props.ts'

type Held = { hold?: string; error?: string; code?: string }

/** What the visitor has chosen; without script each choice is an address instead. */
export function usePicker({ view, hold: path, type, texts, values, refusal: first }: BookingPickerProps) {
  const [picked, setZone] = useState(view.isZoneAsked ? view.zone : null)
  const isAwake = useAwake()
  const zone = picked ?? (isAwake ? visitorZone() : view.zone)
  const [day, setDay] = useState(view.day)
  const [taken, setTaken] = useState<readonly number[]>([])
  const [chosen, setChosen] = useState(view.chosen === null ? null : view.chosen * MINUTE_MS)
  const [hold, setHold] = useState(values?.['hold'])
  const [refusal, setRefusal] = useState(first)

  /** Takes over the day that was chosen before the script came. */
  const form = useCallback(
    (element: HTMLFormElement | null) => {
      const chosenDay = element && new FormData(element).get('day')
      if (typeof chosenDay === 'string') setDay(chosenDay)
    },
    [setDay],
  )

  const times = view.times.map((minutes) => minutes * MINUTE_MS).filter((at) => !taken.includes(at))
  const days = groupByDay(times, zone)
  const shown = days.find((each) => each.day === day) ?? days[0]

  async function choose(at: number, value: string): Promise<void> {
    setRefusal(undefined)
    if (path !== null) {
      const answer = await holdTime(path, { type, time: value, ...(hold !== undefined && { hold }) })
      if (answer.hold === undefined) {
        setRefusal(answer.error ?? texts.picker.failed)
        if (answer.code === 'conflict') setTaken([...taken, at])
        return
      }
      setHold(answer.hold)
    }
    setChosen(at)
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    const button = event.nativeEvent.submitter
    event.preventDefault()
    if (!(button instanceof HTMLButtonElement) || button.name !== 'time') return
    void choose(Date.parse(button.value), button.value)
  }

  return { form, zone, setZone, setDay, days, shown, chosen, hold, refusal, isAwake, onSubmit }
}

function visitorZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

async function holdTime(path: string, fields: Record<string, string>): Promise<Held> {
  try {
    const response = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
    return (await response.json()) as Held
  } catch {
    return {}
  }
}
