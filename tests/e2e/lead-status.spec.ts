import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

test('arrow keys over the statuses save one, and it is undone', async ({ ownerPage: page, app }) => {
  const visitor = newVisitor()
  expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
  await page.goto(`/admin/leads?q=${visitor.email}`)
  await page.getByRole('link', { name: visitor.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: visitor.name })).toBeVisible()
  const radio = (name: string) =>
    page.getByRole('radiogroup', { name: 'Status' }).getByRole('radio', { name })
  const changes = page.getByText(/^Moved to /)

  await radio('New').focus()
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight')
  await expect(radio('Won')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(changes).toHaveText([/^Moved to Won/])
  await expect(radio('Won')).toBeFocused()

  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(radio('New')).toBeChecked()
  await expect(changes).toHaveCount(2)
})

test('of two members who change one lead, the second is told', async ({ ownerPage: page, app }) => {
  const visitor = newVisitor()
  expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
  await page.goto(`/admin/leads?q=${visitor.email}`)
  await page.getByRole('link', { name: visitor.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: visitor.name })).toBeVisible()
  const other = await page.context().newPage()
  // Blocks the signal of the first change, as on a slow connection.
  await other.route('**/admin/leads/*/changes', (route) => route.abort())
  await other.goto(page.url())
  await expect(other.getByRole('radio', { name: 'New' })).toBeChecked()

  await page.getByRole('radio', { name: 'Won' }).check()
  await expect(page.getByText('Moved to Won')).toBeVisible()
  await other.getByRole('radio', { name: 'Lost' }).click()
  await expect(other.getByRole('alert')).toContainText(
    'Somebody else has set the status to Won in the meantime.',
  )
  await expect(other.getByRole('radio', { name: 'Won' })).toBeChecked()
  await expect(page.getByText(/^Moved to /)).toHaveCount(1)
})
