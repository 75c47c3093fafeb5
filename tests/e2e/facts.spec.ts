import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'

async function saveReplyTime(page: Page, value: string): Promise<void> {
  await page.goto('/admin/facts')
  await page.getByRole('table', { name: 'Facts' }).getByRole('textbox', { name: 'replyWithin' }).fill(value)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('Saved')
}

test('a fact is changed on every page that names it, and an empty one leaves no trace', async ({
  ownerPage,
  page,
}) => {
  await saveReplyTime(ownerPage, '2 working days')
  await page.goto('/')
  await expect(page.getByText('A person replies within 2 working days.')).toBeVisible()
  await expect(page.getByText('1 hour')).toHaveCount(0)

  await saveReplyTime(ownerPage, '')
  await page.goto('/')
  await expect(page.getByText('Free consultation.')).toBeVisible()
  await expect(page.getByText('A person replies')).toHaveCount(0)
  await saveReplyTime(ownerPage, '1 hour')
})
