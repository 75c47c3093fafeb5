import { readFile } from 'node:fs/promises'

import { findings } from './axe.ts'
import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

test(
  'a person’s data is found, handed over and erased by their address',
  { tag: '@main' },
  async ({ page, ownerPage }) => {
    const visitor = newVisitor()
    await page.goto('/contact')
    await fillContactForm(page, visitor)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('status')).toContainText('Message Sent!')

    await ownerPage.goto('/admin/settings')
    await ownerPage.getByRole('link', { name: 'Open privacy' }).click()
    const form = ownerPage.getByRole('form', { name: 'Find a person’s data' })
    await form.getByRole('textbox', { name: 'E-mail address' }).fill(visitor.email.toUpperCase())
    await form.getByRole('button', { name: 'Find' }).click()
    const held = ownerPage.getByRole('region', { name: `Held about ${visitor.email}` })
    await expect(held.getByRole('link', { name: visitor.name })).toBeVisible()
    // Neither the address bar nor the history may contain the e-mail address.
    await expect(ownerPage).toHaveURL(/\/admin\/privacy$/)
    expect(await findings(ownerPage)).toEqual([])

    const download = ownerPage.waitForEvent('download')
    await held.getByRole('button', { name: 'Download as JSON' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('personal-data.json')
    const data = JSON.parse(await readFile(await file.path(), 'utf8')) as { inquiries: unknown[] }
    expect(data.inquiries).toMatchObject([{ name: visitor.name, message: visitor.message }])

    await held.getByRole('button', { name: 'Erase' }).click()
    const dialog = ownerPage.getByRole('alertdialog')
    await expect(dialog).toContainText('1 inquiry and 2 mails.')
    await ownerPage.keyboard.press('Escape')
    await expect(held).toBeVisible()
    await held.getByRole('button', { name: 'Erase' }).click()
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    await expect(ownerPage.getByRole('status')).toContainText('1 inquiry and 2 mails')
    await expect(held).toBeHidden()
    await expect(ownerPage.getByRole('region', { name: 'Erasures carried out' })).toContainText('1 inquiry')
    await ownerPage.goto(`/admin/leads?q=${visitor.email}`)
    await expect(ownerPage.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
    await ownerPage.goto('/admin/outbox')
    await expect(ownerPage.getByText(visitor.email)).toHaveCount(0)
  },
)

test('an invalid address, or the agency’s own, is reported and stays in the field', async ({
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('400')
  await ownerPage.goto('/admin/privacy')
  const address = ownerPage.getByRole('textbox', { name: 'E-mail address' })
  await address.fill('nobody@localhost')
  await ownerPage.getByRole('button', { name: 'Find' }).click()
  await expect(ownerPage.getByText('This is not an e-mail address.')).toBeVisible()
  await expect(address).toHaveValue('nobody@localhost')
  await address.fill('owner@agency.test')
  await ownerPage.getByRole('button', { name: 'Find' }).click()
  await expect(ownerPage.getByText('This is one of your own addresses')).toBeVisible()
  await expect(ownerPage.getByRole('button', { name: 'Erase' })).toHaveCount(0)
  await address.fill('nobody@nowhere.example')
  await ownerPage.getByRole('button', { name: 'Find' }).click()
  await expect(ownerPage.getByRole('heading', { name: 'Nothing is held' })).toBeVisible()
})

test('a project that was won gets an end date', async ({ page, ownerPage }) => {
  const visitor = newVisitor()
  await page.goto('/contact')
  await fillContactForm(page, visitor)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status')).toContainText('Message Sent!')
  await ownerPage.goto(`/admin/leads?q=${visitor.email}`)
  await ownerPage.getByRole('link', { name: visitor.name }).click()
  // The list, which is still shown, also has a choice of status.
  await expect(ownerPage.getByRole('heading', { name: visitor.name })).toBeVisible()
  await expect(ownerPage.getByLabel('Project ended on')).toHaveCount(0)
  await ownerPage.getByRole('radio', { name: 'Won' }).check()
  await ownerPage.getByLabel('Project ended on').fill('2026-11-20')
  await ownerPage.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ownerPage.getByText('Project ended on 2026-11-20')).toBeVisible()
  await ownerPage.reload()
  await expect(ownerPage.getByLabel('Project ended on')).toHaveValue('2026-11-20')
})
