import { foldForSearch } from '#app/lib/readable-text.ts'

type Searched = Record<'name' | 'email' | 'message', string> &
  Record<'company' | 'country' | 'phone' | 'phoneE164', string | null>

/** What a lead is found by. */
export function leadSearchText(lead: Searched): string {
  const parts = [lead.name, lead.email, lead.company, lead.country, lead.phone, lead.phoneE164, lead.message]
  return foldForSearch(parts.filter(Boolean).join('\n'))
}
