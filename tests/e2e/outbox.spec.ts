import type { Page } from '@playwright/test'

import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

const refusedMails = '/admin/outbox?state=failed'

async function listed(ownerPage: Page, address: string): Promise<void> {
  await expect(async () => {
    await ownerPage.goto(refusedMails)
    await expect(ownerPage.getByRole('checkbox', { name: new RegExp(address) })).toBeVisible({ timeout: 500 })
  }).toPass()
}

async function sendInquiry(page: Page, visitor: ReturnType<typeof newVisitor>): Promise<void> {
  await page.goto('/contact')
  await fillContactForm(page, visitor)
  await page.getByRole('button', { name: 'Send Message' }).click()
}

test('refused mails are counted at the tab, corrected, resent and dismissed by keyboard alone', async ({
  page,
  ownerPage,
  smtp,
  expectedConsole,
}) => {
  expectedConsole.push('400')
  const visitors = [newVisitor(), newVisitor(), newVisitor()] as const
  const [wrong, full, gone] = visitors
  smtp.behave({ kind: 'refuse-recipient', addresses: visitors.map(({ email }) => email) })
  for (const visitor of visitors) {
    await sendInquiry(page, visitor)
    await expect(page.getByRole('status').first()).toBeVisible()
    await listed(ownerPage, visitor.email)
  }
  await expect(ownerPage.getByRole('alert')).toBeHidden()
  const tab = ownerPage
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: /^Outbox/ })
    .first()
  await expect(tab).toHaveAccessibleName(/\d+ refused/)
  smtp.behave({ kind: 'accept' })

  const box = (address: string) => ownerPage.getByRole('checkbox', { name: new RegExp(address) })
  await box(wrong.email).focus()
  await ownerPage.keyboard.press('Space')
  // Enter in a checkbox must not submit the form.
  await ownerPage.keyboard.press('Enter')
  await ownerPage.getByRole('button', { name: 'Correct address' }).press('Enter')
  const dialog = ownerPage.getByRole('dialog', { name: 'Correct address' })
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue(wrong.email)
  await dialog.getByRole('textbox', { name: 'Address' }).fill('nobody')
  await ownerPage.keyboard.press('Enter')
  await expect(dialog.getByText('“nobody” is not an e-mail address.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`right-${wrong.email}`)
  await ownerPage.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(box(wrong.email)).toBeHidden()

  await box(full.email).press('Space')
  await ownerPage.getByRole('button', { name: 'Resend' }).press('Enter')
  await expect(box(full.email)).toBeHidden()
  await box(gone.email).press('Space')
  await ownerPage.getByRole('button', { name: 'Dismiss' }).first().press('Enter')
  await expect(box(gone.email)).toBeHidden()
  expect(await ownerPage.evaluate(() => document.activeElement === document.body)).toBe(false)
  const arrived = (address: string) =>
    smtp.arrived.filter((mail) => mail.envelope.to.includes(address)).length
  await expect.poll(() => [`right-${wrong.email}`, full.email, gone.email].map(arrived)).toEqual([1, 1, 0])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('mails are ticked and dismissed as a form', async ({ page, ownerPage, smtp }) => {
    const visitor = newVisitor()
    smtp.behave({ kind: 'refuse-recipient', addresses: [visitor.email] })
    await sendInquiry(page, visitor)
    await expect(page).toHaveURL(/thank-you$/)
    await listed(ownerPage, visitor.email)
    smtp.behave({ kind: 'accept' })
    await ownerPage.getByRole('checkbox', { name: new RegExp(visitor.email) }).check()
    await ownerPage.getByRole('button', { name: 'Dismiss' }).click()
    await expect(ownerPage.getByRole('status').filter({ hasText: 'The mail is dismissed.' })).toBeVisible()
    await expect(ownerPage.getByRole('checkbox', { name: new RegExp(visitor.email) })).toBeHidden()
  })
})
