import { amountText, parseAmount } from '#app/lib/amounts.ts'
import { isDay } from '#app/lib/days.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { type WorkFieldName, workFields } from '../lead-fields.ts'

export type LeadWork = {
  /** In hundredths of the site's currency. */
  valueCents: number | null
  nextStep: string | null
  /** In the site's time zone. */
  dueOn: string | null
  /** In alphabetical order. */
  tags: readonly string[]
}

export const noWork: LeadWork = { valueCents: null, nextStep: null, dueOn: null, tags: [] }

export const MOST_TAGS = 10
export const TAG_MAX = 30

/** Has no @, so that no e-mail address becomes a tag. */
const TAG = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} &+./_-]*$/u

const readers: { [Name in WorkFieldName]: (typed: string) => LeadWork[Name] } = {
  valueCents(typed) {
    if (typed.trim() === '') return null
    const amount = parseAmount(typed)
    if (amount === null)
      throw new FieldErrors({ valueCents: 'Please enter an amount up to 999,999,999.99, such as 1,200.50.' })
    return amount
  },

  nextStep(typed) {
    const step = readableLine(typed)
    if (step === null) throw new FieldErrors({ nextStep: 'This contains characters that cannot be read.' })
    const { limit } = workFields.nextStep
    if (step.length > limit) throw new FieldErrors({ nextStep: `Please use at most ${limit} characters.` })
    return step || null
  },

  dueOn(typed) {
    const day = typed.trim()
    if (day !== '' && !isDay(day))
      throw new FieldErrors({ dueOn: 'Please enter a date, such as 2026-11-21.' })
    return day || null
  },

  tags(typed) {
    const tags = new Set(typed.split(/[,;\n]/).flatMap((part) => readTag(part) ?? []))
    if (tags.size > MOST_TAGS) throw new FieldErrors({ tags: `Please use at most ${MOST_TAGS} tags.` })
    return [...tags].toSorted()
  },
}

/** Returns null for an empty tag. */
function readTag(typed: string): string | null {
  const tag = readableLine(typed)
    ?.replace(/^#+\s*/, '')
    .toLowerCase()
  if (tag === '') return null
  if (tag === undefined || tag.length > TAG_MAX || !TAG.test(tag))
    throw new FieldErrors({
      tags: `Please separate tags with commas. Each may have up to ${TAG_MAX} letters, digits, spaces and hyphens.`,
    })
  return tag
}

/** Reads the submitted fields. @throws {FieldErrors} */
export function readWork(typed: Partial<Record<WorkFieldName, string>>): Partial<LeadWork> {
  return {
    ...(typed.valueCents !== undefined && { valueCents: readers.valueCents(typed.valueCents) }),
    ...(typed.nextStep !== undefined && { nextStep: readers.nextStep(typed.nextStep) }),
    ...(typed.dueOn !== undefined && { dueOn: readers.dueOn(typed.dueOn) }),
    ...(typed.tags !== undefined && { tags: readers.tags(typed.tags) }),
  }
}

/** Returns a field as text that `readWork` can read back. */
export function workText<Name extends WorkFieldName>(name: Name, work: Pick<LeadWork, Name>): string {
  const value: LeadWork[WorkFieldName] = work[name]
  if (value === null) return ''
  if (typeof value === 'number') return amountText(value)
  return typeof value === 'string' ? value : value.join(', ')
}
