import { expect, test } from 'vitest'

import { renderEmail } from '#app/platform/email/render-email.server.ts'

import { starterLook } from '#app/lib/look.ts'

import { spendingCapEmail } from './spending-cap.email.tsx'

const site = {
  siteName: 'Echo',
  language: 'en',
  publicUrl: 'https://echo.dev',
  contactEmail: 'desk@echo.dev',
  look: starterLook,
}

test.each([
  ['day', 80, 'The assistant has used 80% of its daily cap', 'continues to answer'],
  ['month', 100, 'The assistant has reached its monthly cap', 'Until the month is over'],
] as const)('a %s at %d per cent', async (period, percent, subject, words) => {
  const props = { period, percent, cap: 12.5, date: '2026-11' }
  expect(spendingCapEmail.subject(props, site)).toBe(subject)
  const { text } = await renderEmail(spendingCapEmail, props, site)
  for (const part of [words, `$12.50 a ${period}`, '2026-11']) expect(text).toContain(part)
})
