import { amountText, parseAmount } from '#app/lib/amounts.ts'
import {
  defineListQuery,
  languageTag,
  recordId,
  oneOf,
  oneOrFirst,
  type Parameter,
  words,
} from '#app/lib/list-query.ts'

import { leadStatuses, type LeadStatus } from './lead-status.ts'

export const leadSorts = ['newest', 'oldest', 'name', 'status', 'due', 'value'] as const

/** The filters by the day of the next step; a week is today and the six days after it. */
export const dueNames = {
  overdue: 'Overdue',
  today: 'Due today',
  week: 'Due this week',
  none: 'No date',
} as const

export type Due = keyof typeof dueNames

export const dues = Object.keys(dueNames) as Due[]

export type LeadFilters = {
  status: LeadStatus | null
  /** A member's id, `me` or `nobody`. */
  assignee: string | null
  due: Due | null
  /** In hundredths of the site's currency; a lead without a value is outside every range. */
  min: number | null
  max: number | null
  tag: string | null
  /** A question's id and a choice, such as `3f2a:Large`. */
  answer: string | undefined
  /** BCP 47 tag of the language that the sender read. */
  language: string | undefined
  /** The assistant in whose conversation it was left. */
  assistant: string | undefined
}

export const noFilters: LeadFilters = {
  status: null,
  assignee: null,
  due: null,
  min: null,
  max: null,
  tag: null,
  answer: undefined,
  language: undefined,
  assistant: undefined,
}

function textOf(most: number): Parameter<string | null> {
  return { read: (text) => text.trim().slice(0, most) || null, write: (text) => text || '' }
}

/** Saved views are not searched when a person is erased, so no part of them may contain an address. */
const choice: Parameter<string | undefined> = {
  read: (text) => /^[\w-]{1,64}:[^@]{0,120}$/.exec(text)?.[0],
  write: (text) => text || '',
}

const amount: Parameter<number | null> = {
  read: (text) => parseAmount(text.trim().slice(0, 24)),
  write: (cents) => (cents === null ? '' : amountText(cents).replaceAll(',', '')),
}

export const { read: readLeadListQuery, pathOf: leadListPath } = defineListQuery('/admin/leads', {
  folder: oneOrFirst(['inbox', 'spam']),
  q: words,
  status: oneOf(leadStatuses),
  assignee: textOf(64),
  due: oneOf(dues),
  tag: { ...textOf(30), read: (text) => text.trim().slice(0, 30).toLowerCase() || null },
  min: amount,
  max: amount,
  answer: choice,
  language: languageTag,
  assistant: recordId,
  sort: oneOrFirst(leadSorts),
})

export type LeadListQuery = ReturnType<typeof readLeadListQuery>

/** Counts the filters that are set, without the search and the status. */
export function countFilters({
  assignee,
  due,
  min,
  max,
  tag,
  answer,
  language,
  assistant,
}: LeadFilters): number {
  return [assignee, due, min, max, tag, answer, language, assistant].filter(
    (each) => each !== null && each !== undefined,
  ).length
}

export function isFiltered(query: LeadListQuery): boolean {
  return query.q !== '' || query.status !== null || countFilters(query) > 0
}
