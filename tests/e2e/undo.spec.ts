import type { Page } from '@playwright/test'

import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

/** Returns the tag name of the focused element, which is BODY if the focus was lost. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

const expectFocusKept = (page: Page, after: string) =>
  expect.poll(() => focused(page), `after ${after}`).not.toBe('BODY')

const undoIn = (page: Page, toast: string) =>
  page.getByRole('status').filter({ hasText: toast }).getByRole('button', { name: 'Undo' })

test(
  'the focus stays on the page after deleting, undoing, filtering and closing a dialog',
  { tag: '@main' },
  async ({ ownerPage: page, app }) => {
    const visitor = newVisitor()
    expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
    await page.goto(`/admin/leads?q=${visitor.email}`)
    await page.getByRole('link', { name: visitor.name }).press('Enter')
    await expect(page.getByRole('heading', { name: visitor.name, level: 1 })).toBeVisible()
    await expectFocusKept(page, 'opening a lead')

    await page.getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(undoIn(page, 'Lead deleted')).toBeVisible()
    await expectFocusKept(page, 'deleting')
    await undoIn(page, 'Lead deleted').press('Enter')
    await expect(page.getByRole('heading', { name: visitor.name, level: 1 })).toBeVisible()
    await expectFocusKept(page, 'undoing')

    await page.getByRole('textbox', { name: 'Note' }).fill('Called')
    await page.getByRole('button', { name: 'Add note' }).press('Enter')
    await expect(page.getByText('Called', { exact: true })).toBeVisible()
    await expectFocusKept(page, 'adding a note')

    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search or run' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox', { name: 'Search or run' })).toBeHidden()
    await expectFocusKept(page, 'closing a dialog')

    await page.goto('/admin/leads')
    await page.getByRole('combobox', { name: 'Status' }).focus()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Won')
    await expect(page).toHaveURL(/status=won/)
    await expectFocusKept(page, 'filtering')
  },
)

test('a list keeps its filters and page, both by the link back and by the browser', async ({
  ownerPage: page,
  app,
}) => {
  const visitor = newVisitor()
  expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
  const filtered = `/admin/leads?q=${encodeURIComponent(visitor.email)}&status=new`
  for (const back of ['link', 'browser'] as const) {
    await page.goto(filtered)
    await page.getByRole('link', { name: visitor.name }).click()
    await expect(page.getByRole('heading', { name: visitor.name, level: 1 })).toBeVisible()
    if (back === 'link') await page.getByRole('link', { name: 'All leads' }).click()
    else await page.goBack()
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/status=new/)
    await expect(page.getByRole('link', { name: visitor.name })).toBeVisible()
  }
  // A lead that is opened by its address still links to the filtered list.
  const address = await page.getByRole('link', { name: visitor.name }).getAttribute('href')
  await page.goto(address ?? '')
  await page.getByRole('link', { name: 'All leads' }).click()
  await expect(page).toHaveURL(/status=new/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a deletion is undone with a button of the next page', async ({ ownerPage: page, app }) => {
    const visitor = newVisitor()
    expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
    await page.goto(`/admin/leads?q=${encodeURIComponent(visitor.email)}`)
    await page.getByRole('link', { name: visitor.name }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Lead deleted' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: visitor.name, level: 1 })).toBeVisible()
  })
})
