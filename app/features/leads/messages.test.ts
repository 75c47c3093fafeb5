import { expect, test } from 'vitest'

import { leadsEn } from './messages.en.ts'
import { consentText } from './messages.ts'

test('the sentence is that of the form, word for word, with the name of the site', () => {
  expect(consentText(leadsEn.form, 'Agency & Sons')).toBe(
    'I agree to the Terms & Conditions and consent to receive communications from Agency & Sons via email, phone and SMS.',
  )
})
