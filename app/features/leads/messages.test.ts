import { expect, test } from 'vitest'

import { leadsEn } from './messages.en.ts'
import { CONSENT_VERSION, consentText } from './messages.ts'

test('the sentence is that of the form, word for word, with the name of the site', () => {
  expect(consentText(leadsEn.form, 'Agency & Sons')).toBe(
    'I agree to the Terms & Conditions and consent to receive communications from Agency & Sons via email, phone and SMS.',
  )
})

/** When this fails the wording has changed: raise CONSENT_VERSION and write both down here. */
test('each wording has a version', () => {
  expect({ version: CONSENT_VERSION, text: consentText(leadsEn.form, '{siteName}') }).toEqual({
    version: '2026-11-21',
    text: 'I agree to the Terms & Conditions and consent to receive communications from {siteName} via email, phone and SMS.',
  })
})
