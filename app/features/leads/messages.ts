import { defaultLocale, fill, type Messages } from '#app/lib/messages.ts'

import { leadsEn, type LeadsMessages } from './messages.en.ts'

export const leadsMessages: Messages<LeadsMessages> = { en: leadsEn }

/** Changes with the wording of the consent; each lead stores the version that its sender agreed to. */
export const CONSENT_VERSION = '2026-11-21'

/** The sentence beside the checkbox, word for word. */
export function consentText(siteName: string): string {
  const { form } = leadsMessages[defaultLocale]
  return `${form.consentBefore}${form.consentLink}${fill(form.consentAfter, { siteName })}`
}
