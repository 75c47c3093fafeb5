import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { findings } from './axe.ts'
import { newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

test(
  'the command palette finds leads and pages of the admin, by keyboard alone',
  { tag: '@main' },
  async ({ ownerPage: page, app }) => {
    const visitor = newVisitor()
    expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
    await page.goto('/admin/settings')
    await page.getByRole('textbox', { name: 'Contact email' }).focus()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    const box = palette.getByRole('combobox', { name: 'Search or run' })
    await expect(box).toBeFocused()
    await box.fill(visitor.name)
    const lead = palette.getByRole('group', { name: 'Leads' }).getByRole('option', { name: visitor.name })
    await expect(lead).toHaveAttribute('aria-selected', 'true')
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: visitor.name, level: 1 })).toBeVisible()
    await expect(palette).toBeHidden()

    await page.getByRole('button', { name: 'Search' }).click()
    await box.fill('restore')
    await expect(palette.getByRole('option', { name: 'Backups' })).toBeVisible()
    await box.fill('there is nothing called so')
    await expect(palette.getByRole('status')).toHaveText('Nothing found')
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
  },
)

test('a question mark lists the shortcuts, but not where one types', async ({ ownerPage: page }) => {
  await page.goto('/admin/leads')
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts.getByText('Search or run')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search or run' })
  await expect(box).toBeFocused()
  await page.keyboard.press('?')
  await expect(box).toHaveValue('?')
  await expect(shortcuts).toBeHidden()
})
