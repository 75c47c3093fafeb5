import type { Page } from '@playwright/test'

import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

function toastOf(page: Page, title: string) {
  return page.getByRole('status').filter({ hasText: title })
}

async function save(page: Page, field: string, typed: string): Promise<void> {
  const input = page.getByRole('region', { name: 'Plan' }).getByLabel(field, { exact: true })
  await input.fill(typed)
  await input.press('Enter')
  await expect(toastOf(page, `${field.replace(' (USD)', '')} saved`)).toBeVisible()
}

test(
  'a lead is planned, undone, found by a view, and done under Today',
  { tag: '@main' },
  async ({ ownerPage: page, app, expectedConsole }) => {
    expectedConsole.push('400')
    const visitor = newVisitor()
    const mark = visitor.email.replaceAll(/[^a-z0-9]/g, '').slice(0, 20)
    expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
    await page.goto(`/admin/leads?q=${visitor.email}`)
    await page.getByRole('link', { name: visitor.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: visitor.name })).toBeVisible()
    const plan = page.getByRole('region', { name: 'Plan' })
    const value = plan.getByLabel('Value (USD)')

    await save(page, 'Value (USD)', '1.200,5')
    await expect(value).toHaveValue('1,200.50')
    await toastOf(page, 'Value saved').getByRole('button', { name: 'Undo' }).click()
    await expect(value).toHaveValue('')
    await expect(page.getByText('Value: 1,200.50 USD → none')).toBeVisible()
    await value.fill('twelve')
    await value.press('Enter')
    await expect(plan.getByText('Please enter an amount up to')).toBeVisible()
    await expect(value).toHaveValue('twelve')
    await value.fill('300')
    await value.press('Enter')
    await expect(page.getByText('Value: none → 300 USD')).toBeVisible()

    await save(page, 'Next step', `Call about ${mark}`)
    await save(page, 'Tags', mark)
    await save(page, 'Due', '2020-01-01')

    await page.goto(`/admin/leads?tag=${mark}&due=overdue&min=300`)
    await expect(page.getByRole('link', { name: visitor.name })).toBeVisible()
    await page.getByText('Save this view').click()
    await page.getByRole('textbox', { name: 'View name' }).fill(mark)
    await page.getByRole('button', { name: 'Save view' }).click()
    const view = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: mark })
    await expect(view).toHaveAttribute('aria-current', 'page')
    await page.goto('/admin/leads')
    await view.click()
    await expect(page.getByRole('row').filter({ hasText: visitor.name })).toContainText(`Call about ${mark}`)
    await page.getByRole('button', { name: `Delete view ${mark}` }).click()
    await expect(view).toBeHidden()
    await toastOf(page, `View “${mark}” deleted`).getByRole('button', { name: 'Undo' }).click()
    await expect(view).toBeVisible()
    await page.getByRole('button', { name: `Delete view ${mark}` }).click()
    await expect(view).toBeHidden()

    await page.goto('/admin')
    const need = page
      .getByRole('list', { name: 'Needs you' })
      .getByRole('listitem')
      .filter({ hasText: `Call about ${mark}` })
    await need.getByRole('button', { name: 'Done' }).click()
    await expect(need).toBeHidden()
    await page.goto(`/admin/leads?tag=${mark}&due=none`)
    await page.getByRole('link', { name: visitor.name }).click()
    await expect(plan.getByLabel('Next step')).toHaveValue('')
  },
)
