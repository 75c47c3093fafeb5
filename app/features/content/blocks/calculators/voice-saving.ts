import { fill } from '#app/lib/messages.ts'

import {
  type AmountRange,
  between,
  formatMoneyRange,
  formatRange,
  type Formats,
  type Given,
  type Line,
  notBelowZero,
  type Quantity,
  roundEstimate,
  within,
  withinLimits,
} from './quantities.ts'

/** Paid hours a month of a person who works 40 hours a week. */
const PAID_HOURS = (52 * 40) / 12

export const voiceQuantities = {
  calls: { min: 1, max: 500, step: 1, unit: 'count' },
  minutes: { min: 1, max: 30, step: 1, unit: 'count' },
  days: { min: 1, max: 31, step: 1, unit: 'count' },
  occupancy: { min: 20, max: 95, step: 5, unit: 'percent' },
  stillPeople: { min: 5, max: 95, step: 5, unit: 'percent' },
  capacity: { min: 1000, max: 100_000, step: 500, unit: 'count' },
  personFrom: { min: 0, max: 100_000, step: 100, unit: 'money' },
  personTo: { min: 0, max: 100_000, step: 100, unit: 'money' },
} as const satisfies Record<string, Quantity>

export type VoiceCase = Given<keyof typeof voiceQuantities>
export type VoiceNumbers = Pick<VoiceCase, 'calls' | 'minutes' | 'days'>

export const voiceExample: VoiceNumbers = { calls: 60, minutes: 5, days: 21 }

export type VoiceSaving = {
  talkMinutes: number
  today: AmountRange
  withVoice: AmountRange
  saving: AmountRange
  /** Share of today's cost of people, from 0 to below 1. */
  share: AmountRange
}

/**
 * People are paid for more time than they talk. A share of the calls stays with them; the rest goes to one voice agent,
 * or to proportionally more once its minutes are used up.
 */
export function voiceSaving(given: VoiceCase, price: AmountRange): VoiceSaving {
  const numbers = withinLimits(given, voiceQuantities)
  const { occupancy, stillPeople, capacity } = numbers
  const talkMinutes = numbers.calls * numbers.minutes * numbers.days
  const people = talkMinutes / 60 / (occupancy / 100) / PAID_HOURS
  const today = between(people * numbers.personFrom, people * numbers.personTo)
  const kept = stillPeople / 100
  const agents = Math.max(1, (talkMinutes * (1 - kept)) / capacity)
  const service = { from: agents * price.from, to: agents * price.to }
  const saving = notBelowZero({
    from: today.from * (1 - kept) - service.to,
    to: today.to * (1 - kept) - service.from,
  })
  return {
    talkMinutes,
    today,
    withVoice: { from: today.from * kept + service.from, to: today.to * kept + service.to },
    saving,
    share: { from: shareOf(saving.from, today.from), to: shareOf(saving.to, today.to) },
  }
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}

/** Returns the calls a day that add up to these minutes a month. */
export function callsFor(talkMinutes: number, { minutes, days }: VoiceCase): number {
  return within(talkMinutes / (minutes * days), voiceQuantities.calls)
}

export type VoiceLabels = Record<
  'talk' | 'human' | 'voice' | 'saving' | 'perMonth' | 'share' | 'none',
  string
>

/** Returns the result in words, for the page, the inquiry and the assistant. */
export function describeVoice(result: VoiceSaving, labels: VoiceLabels, formats: Formats) {
  const monthly = (range: AmountRange) =>
    fill(labels.perMonth || '{amount}', { amount: formatMoneyRange(range, formats) })
  const { from, to } = result.saving
  const saving = { from: roundEstimate(from), to: roundEstimate(to) }
  const percent = formatRange(result.share, (share) => `${Math.floor(share * 100)}`)
  const savesNothing = saving.to === 0
  const lines: Line[] = [
    { label: labels.human, value: monthly(result.today) },
    { label: labels.voice, value: monthly(result.withVoice) },
    { label: labels.saving, value: savesNothing ? labels.none : monthly(saving) },
  ]
  return { lines, saving: formatMoneyRange(saving, formats), percent: `${percent}%`, savesNothing }
}
