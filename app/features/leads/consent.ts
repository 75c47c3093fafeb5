import { defaultLocale, fill } from '#app/lib/messages.ts'

import { leadsMessages } from './messages.ts'

/** Raised whenever the wording of the consent changes, so that each lead shows what was agreed to. */
export const CONSENT_VERSION = '2026-11-21'

/** The very sentence beside the checkbox. */
export function consentText(siteName: string): string {
  const { form } = leadsMessages[defaultLocale]
  return `${form.consentBefore}${form.consentLink}${fill(form.consentAfter, { siteName })}`
}
