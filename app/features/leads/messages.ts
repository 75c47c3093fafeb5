import { fill, publicTexts } from '#app/lib/messages.ts'

import { leadsEn, type LeadsMessages } from './messages.en.ts'

export const leadsTexts = publicTexts<LeadsMessages>('leads', { en: leadsEn })

/** Changes with the product's own wording of the consent; each lead stores the version that its sender agreed to. */
export const CONSENT_VERSION = '2026-11-21'

/** The sentence beside the checkbox, word for word. */
export function consentText(form: LeadsMessages['form'], siteName: string): string {
  return `${form.consentBefore}${form.consentLink}${fill(form.consentAfter, { siteName })}`
}
