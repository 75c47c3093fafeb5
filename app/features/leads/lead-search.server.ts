import { foldForSearch } from '#app/lib/readable-text.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'

import { answersOf, answerText } from '#app/lib/question.ts'
import { leadField, type LeadFieldName, leadFieldNames } from './lead-fields.ts'

const searchedFields = leadFieldNames.filter((name) => leadField(name).isSearched)

/** The columns that `leadSearchText` reads. */
export const leadSearchColumns = [...leadFieldNames, 'phone_e164', 'next_step', 'answers'] as const

type SearchedLead = Pick<LeadTable, LeadFieldName | 'phone_e164'> &
  Partial<Pick<LeadTable, 'next_step' | 'answers'>>

/** Returns the text that searches compare with. */
export function leadSearchText(lead: SearchedLead): string {
  const answers = answersOf(lead.answers ?? null).map(answerText)
  const parts = [...searchedFields.map((name) => lead[name]), lead.phone_e164, lead.next_step, ...answers]
  return foldForSearch(parts.filter(Boolean).join('\n'))
}
