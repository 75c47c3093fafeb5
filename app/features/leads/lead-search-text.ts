import { foldForSearch } from '#app/lib/readable-text.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'

import { type LeadFieldName, leadFields, leadFieldNames } from './lead-fields.ts'

const searched = leadFieldNames.filter((name) => leadFields[name].isSearched)

/** What a lead is found by. */
export function leadSearchText(lead: Pick<LeadTable, LeadFieldName | 'phone_e164'>): string {
  const parts = [...searched.map((name) => lead[name]), lead.phone_e164]
  return foldForSearch(parts.filter(Boolean).join('\n'))
}
