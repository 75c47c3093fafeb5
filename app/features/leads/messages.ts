import { fill, publicTexts } from '#app/lib/messages.ts'

import { leadsEn, type LeadsMessages } from './messages.en.ts'

export const leadsTexts = publicTexts<LeadsMessages>('leads', { en: leadsEn })

/** Returns the exact sentence beside the checkbox. */
export function consentText(form: LeadsMessages['form'], siteName: string): string {
  return `${form.consentBefore}${form.consentLink}${fill(form.consentAfter, { siteName })}`
}
