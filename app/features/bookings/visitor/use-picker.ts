import { localPath } from '#app/lib/local-path.ts'
import { readDeviceTimeZone } from '#app/lib/time-zones.ts'
import { type SubmitEvent, useCallback, useRef, useState } from 'react'

import { useAwake } from '#app/ui/use-awake.ts'

import { MINUTE_MS } from '../meeting-time.ts'
import { groupByDay } from './days.ts'
import type { BookingPickerProps } from './picker-props.ts'

type Wanted = { at: number; value: string }
type Held = { hold?: string; error?: string; code?: string }

/** State of the picker; without scripts each choice is a link or form instead. */
export function usePicker({ view, hold: path, type, texts, values, refusal: first }: BookingPickerProps) {
  const [picked, setZone] = useState(view.isZoneAsked ? view.zone : null)
  const isAwake = useAwake()
  const zone = picked ?? (isAwake ? readDeviceTimeZone() : null) ?? view.zone
  const [day, setDay] = useState(view.day)
  const [taken, setTaken] = useState<readonly number[]>([])
  const [chosen, setChosen] = useState(view.chosen === null ? null : view.chosen * MINUTE_MS)
  const [hold, setHold] = useState(values?.['hold'])
  const [refusal, setRefusal] = useState(first)
  const [isHolding, setHolding] = useState(false)
  const [choices, setChoices] = useState(0)
  const [refusals, setRefusals] = useState(0)
  const wanted = useRef<Wanted | null>(null)

  /** Keeps the day that was chosen before hydration. */
  const form = useCallback(
    (element: HTMLFormElement | null) => {
      const chosenDay = element && new FormData(element).get('day')
      if (typeof chosenDay === 'string') setDay(chosenDay)
    },
    [setDay],
  )

  const times = view.times.map((minutes) => minutes * MINUTE_MS).filter((at) => !taken.includes(at))
  const days = groupByDay(times, zone, view.language)
  const shown = days.find((each) => each.day === day) ?? days[0]

  /** Sends one request at a time, so that the time pressed last is the one that is chosen and held. */
  async function choose(pressed: Wanted): Promise<void> {
    wanted.current = pressed
    if (isHolding) return
    setHolding(true)
    let held = hold
    for (let next: Wanted | null = pressed; next; next = wanted.current) {
      wanted.current = null
      held = await take(next, held)
    }
    setHolding(false)
  }

  async function take({ at, value }: Wanted, held: string | undefined): Promise<string | undefined> {
    const fields = { type, time: value, ...(held !== undefined && { hold: held }) }
    const answer: Held = path === null ? {} : await holdTime(path, fields)
    const isHeld = path === null || answer.hold !== undefined
    if (answer.hold !== undefined) setHold(answer.hold)
    if (answer.code === 'conflict') setTaken((before) => [...before, at])
    if (wanted.current === null) {
      setRefusal(isHeld ? undefined : (answer.error ?? texts.picker.failed))
      if (isHeld) setChosen(at)
      const count = isHeld ? setChoices : setRefusals
      count((before) => before + 1)
    }
    return answer.hold ?? held
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    const button = event.nativeEvent.submitter
    event.preventDefault()
    if (!(button instanceof HTMLButtonElement) || button.name !== 'time') return
    void choose({ at: Date.parse(button.value), value: button.value })
  }

  const step = { isHolding, choices, refusals }
  return { form, zone, setZone, setDay, days, shown, chosen, hold, refusal, step, isAwake, onSubmit }
}

async function holdTime(path: string, fields: Record<string, string>): Promise<Held> {
  try {
    const response = await fetch(localPath(path), { method: 'POST', body: new URLSearchParams(fields) })
    return (await response.json()) as Held
  } catch {
    return {}
  }
}
