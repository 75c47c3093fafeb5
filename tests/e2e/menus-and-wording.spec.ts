import type { Page } from '@playwright/test'

import { newVisitor, fillContactForm } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

async function openMenus(page: Page) {
  await page.goto('/admin/menus')
  return page.getByRole('form', { name: 'Menus' })
}

async function saved(page: Page, title = 'Saved'): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: title }).first()).toBeVisible()
}

const headerLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').getByRole('link')

test('the owner changes the header, moves a link by keyboard and takes it away', async ({
  ownerPage,
  page,
}) => {
  let form = await openMenus(ownerPage)
  const added = form.getByRole('group', { name: 'Another header link' })
  await added.getByRole('combobox', { name: 'Leads to' }).selectOption('address')
  await added.getByRole('textbox', { name: 'Label' }).fill('Shop')
  await added.getByRole('textbox', { name: 'Address' }).fill('https://shop.example')
  await ownerPage.keyboard.press('Enter')
  await saved(ownerPage)
  const up = form.getByRole('button', { name: 'Move up: Header link 6' })
  await up.focus()
  await ownerPage.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Move up: Header link 5' })).toBeFocused()

  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', 'https://shop.example')
  await expect(main.getByRole('button', { name: 'Services' })).toBeVisible()
  const names = await headerLinks(page).allInnerTexts()
  expect(names.indexOf('Shop')).toBe(names.indexOf('Blog') - 1)

  form = await openMenus(ownerPage)
  await form.getByRole('button', { name: 'Remove: Header link 5' }).click()
  await saved(ownerPage)
  await page.goto('/')
  await expect(main.getByRole('link', { name: 'Blog' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Shop' })).toHaveCount(0)
})

test('an invalid link is reported beside it, and stays as it was typed', async ({
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('400')
  const form = await openMenus(ownerPage)
  const added = form.getByRole('group', { name: 'Another header link' })
  await added.getByRole('combobox', { name: 'Leads to' }).selectOption('address')
  await added.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Save' }).last().click()
  await expect(added.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(/begins with/)
  await expect(added.getByRole('textbox', { name: 'Label' })).toHaveAccessibleDescription(/label/)
  await expect(added.getByRole('textbox', { name: 'Address' })).toHaveValue('javascript:alert(1)')
})

test('without Instagram nothing of it is left', async ({ ownerPage, page }) => {
  await ownerPage.goto('/admin/settings')
  const instagram = ownerPage.getByRole('textbox', { name: 'Instagram' })
  const address = await instagram.inputValue()
  const save = () =>
    ownerPage.getByRole('form', { name: 'Site settings' }).getByRole('button', { name: 'Save' }).click()
  await instagram.fill('')
  await save()
  await saved(ownerPage)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Lumivox on X' })).toBeVisible()
  expect(await page.content()).not.toMatch(/instagram/i)
  await instagram.fill(address)
  await save()
  await saved(ownerPage)
})

test('the owner words the toast of the contact form, and resets it', async ({ ownerPage, page }) => {
  const key = 'leads.toast.sentTitle'
  await ownerPage.goto('/admin/wording')
  await ownerPage.getByRole('searchbox', { name: 'Search the texts' }).fill('message sent toast')
  await ownerPage.keyboard.press('Enter')
  const text = ownerPage.getByRole('form', { name: key })
  await text.getByRole('textbox').fill('We have your letter')
  await text.getByRole('button', { name: `Save ${key}` }).click()
  await saved(ownerPage)

  await page.goto('/contact')
  await fillContactForm(page, newVisitor())
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status')).toContainText('We have your letter')
  await expect(page.getByRole('status')).toContainText("We'll get back to you within 1 hour.")

  await text.getByRole('button', { name: `Reset ${key}` }).click()
  await saved(ownerPage, 'Reset')
  await expect(text.getByRole('textbox')).toHaveValue('Message Sent!')
})

test('the owner moves a service up, and begins a new one', async ({ ownerPage, page }) => {
  await ownerPage.goto('/admin/services')
  const rows = ownerPage.getByRole('table', { name: 'Services' }).getByRole('row')
  await ownerPage.getByRole('button', { name: 'Move AI Video Production up' }).click()
  await expect(rows.nth(1)).toContainText('AI Video Production')
  await page.goto('/')
  await page.getByRole('button', { name: 'Services' }).click()
  await expect(page.locator('#services-list').getByRole('link').first()).toContainText('AI Video Production')
  await ownerPage.getByRole('button', { name: 'Move AI Video Production down' }).click()
  await expect(rows.nth(1)).toContainText('Website Development')
  await ownerPage.getByRole('textbox', { name: 'Name of a new service' }).fill('Sourdough courses')
  await ownerPage.getByRole('button', { name: 'New service' }).click()
  await expect(ownerPage).toHaveURL(/\/admin\/pages\/sourdough-courses/)
})
