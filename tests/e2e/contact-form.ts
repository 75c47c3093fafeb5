import type { Page } from '@playwright/test'

let made = 0

/** Returns a visitor who is unique in this run. */
export function newVisitor(): { name: string; email: string; message: string } {
  made += 1
  const mark = `${process.pid}-${made}`
  return {
    name: `Visitor ${mark}`,
    email: `visitor-${mark}@example.com`,
    message: `Message ${mark}: forty calls a day.`,
  }
}

/** Fills in the required fields, including consent. */
export async function fillContactForm(page: Page, visitor: ReturnType<typeof newVisitor>): Promise<void> {
  await page.getByRole('textbox', { name: 'Name *' }).fill(visitor.name)
  await page.getByRole('textbox', { name: 'Email *' }).fill(visitor.email)
  await page.getByRole('textbox', { name: 'Message *' }).fill(visitor.message)
  await page.getByRole('checkbox', { name: /^I agree to the Terms & Conditions/ }).check()
}
