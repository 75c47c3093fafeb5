import type { Page } from '@playwright/test'

import { expectAccessible, findings } from './axe.ts'
import { expect, test } from './fixtures.ts'

async function openDetails(page: Page, name: string): Promise<void> {
  await page.goto('/admin/pages')
  const row = page.getByRole('table', { name: 'Pages' }).getByRole('row', { name })
  await row.getByRole('link', { name: `Details of ${name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

const said = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()

test(
  'the owner creates, previews, publishes, moves and deletes a page',
  { tag: '@main' },
  async ({ ownerPage, page, browser, expectedConsole }) => {
    expectedConsole.push('404', '400')
    await ownerPage.goto('/admin')
    await ownerPage.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Pages' }).click()
    await ownerPage.getByRole('button', { name: 'New page' }).click()
    const form = ownerPage.getByRole('form', { name: 'New page' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Our Team')
    await expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue('/our-team')
    await form.getByRole('combobox', { name: 'Kind' }).selectOption('Case study')
    await expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue('/case-studies/our-team')
    await form.getByRole('combobox', { name: 'Kind' }).selectOption('Page')
    await form.getByRole('combobox', { name: 'Start as a copy of' }).selectOption('About')
    await form.getByRole('button', { name: 'Create page' }).click()
    await expect(form).toBeHidden()

    await openDetails(ownerPage, 'Our Team')
    const details = ownerPage.getByRole('form', { name: 'Details' })
    await details.getByRole('textbox', { name: 'Name' }).fill('The Team')
    await details.getByRole('textbox', { name: 'Title in search results' }).fill('Who works here')
    await details.getByRole('button', { name: 'Save' }).click()
    await said(ownerPage, 'Saved')

    await ownerPage.getByRole('button', { name: 'Create a preview link' }).click()
    const preview = ownerPage.getByRole('textbox', { name: 'Link', exact: true })
    const address = await preview.inputValue()
    const stranger = await browser.newContext()
    const shown = await stranger.newPage()
    await shown.goto(address)
    await expect(shown).toHaveTitle(/Who works here/)
    await expect(shown.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    expect(await findings(shown)).toEqual([])
    expect((await page.goto('/our-team'))?.status()).toBe(404)

    await ownerPage.getByRole('button', { name: 'Publish', exact: true }).click()
    await said(ownerPage, 'Published')
    await page.goto('/our-team')
    await expect(page).toHaveTitle(/Who works here/)
    // Only pages that may be indexed have a canonical link.
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1)

    const move = ownerPage.getByRole('form', { name: 'Address' })
    await move.getByRole('textbox', { name: 'Address' }).fill('/admin/team')
    await move.getByRole('button', { name: 'Move' }).click()
    await expect(move.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
      /reserved for the admin/,
    )
    await expect(move.getByRole('textbox', { name: 'Address' })).toHaveValue('/admin/team')
    await move.getByRole('textbox', { name: 'Address' }).fill('/team')
    await move.getByRole('button', { name: 'Move' }).click()
    await said(ownerPage, 'Moved')
    await page.goto('/our-team')
    await expect(page).toHaveURL(/\/team$/)

    await details.getByRole('checkbox', { name: 'Keep it out of search engines' }).check()
    await details.getByRole('button', { name: 'Save' }).click()
    await said(ownerPage, 'Saved')
    await ownerPage.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(ownerPage.getByText('Visitors see the latest saved version.')).toBeVisible()
    await page.goto('/team')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(page.locator('link[rel=canonical]')).toHaveCount(0)

    await ownerPage.getByRole('link', { name: 'Revisions' }).click()
    await ownerPage
      .getByRole('link', { name: /^Compare/ })
      .last()
      .click()
    await expect(ownerPage.getByLabel('Differences in Keep it out of search engines')).toContainText('Yes')
    expect(await findings(ownerPage)).toEqual([])

    await openDetails(ownerPage, 'The Team')
    await ownerPage.getByRole('button', { name: 'Unpublish' }).click()
    await said(ownerPage, 'Unpublished')
    expect((await page.goto('/team'))?.status()).toBe(404)
    expect((await shown.goto(address))?.status()).toBe(200)

    await ownerPage.getByRole('button', { name: 'Delete page' }).click()
    const deleted = ownerPage.getByRole('list', { name: 'Deleted pages' })
    await expect(deleted.getByRole('button', { name: 'Restore The Team' })).toBeVisible()
    expect((await shown.goto(address))?.status()).toBe(404)
    await stranger.close()

    await deleted.getByRole('textbox', { name: 'Address of The Team' }).fill('/about')
    await deleted.getByRole('button', { name: 'Restore The Team' }).click()
    await expect(deleted.getByRole('textbox')).toHaveAccessibleDescription(
      /The page About already has this address/,
    )
    await deleted.getByRole('textbox').fill('/team')
    await deleted.getByRole('button', { name: 'Restore The Team' }).click()
    await said(ownerPage, 'Restored')
    await expect(ownerPage.getByRole('row', { name: 'The Team' })).toContainText('Draft')
  },
)

test('another editor’s changes are shown beside what was typed', async ({ ownerPage, expectedConsole }) => {
  expectedConsole.push('409')
  const other = await ownerPage.context().newPage()
  for (const tab of [ownerPage, other]) await tab.goto('/admin/pages/privacy/details')
  const save = async (tab: Page, fields: Record<string, string>) => {
    for (const [name, text] of Object.entries(fields)) await tab.getByRole('textbox', { name }).fill(text)
    await tab.getByRole('button', { name: /^Save/ }).click()
  }
  await save(other, { 'Title in search results': 'Theirs', 'Description in search results': 'Only theirs.' })
  await said(other, 'Saved')
  await other.close()
  await save(ownerPage, { 'Title in search results': 'Mine', 'Title on share images': 'Only mine' })
  await expect(ownerPage.getByRole('alert', { name: 'Both versions' })).toContainText('Theirs')
  await expect(ownerPage.getByRole('textbox', { name: 'Description in search results' })).toHaveValue(
    'Only theirs.',
  )
  await ownerPage.getByRole('button', { name: 'Save mine' }).click()
  await said(ownerPage, 'Saved')
  await ownerPage.reload()
  for (const [name, text] of [
    ['Title in search results', 'Mine'],
    ['Description in search results', 'Only theirs.'],
    ['Title on share images', 'Only mine'],
  ] as const)
    await expect(ownerPage.getByRole('textbox', { name })).toHaveValue(text)
})

test('the list of pages and their details have no accessibility findings', async ({ ownerPage }) => {
  test.setTimeout(240_000)
  for (const path of [
    '/admin/pages',
    '/admin/pages?new=1',
    '/admin/pages?q=nothing+like+it',
    '/admin/pages/ai-chatbots/details',
    '/admin/pages/home/details',
    '/admin/pages/home/revisions',
  ])
    await expectAccessible(ownerPage, path)
})
