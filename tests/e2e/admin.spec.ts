import { readFile } from 'node:fs/promises'

import type { AppServer } from '#tests/support/app-server.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, owner, test } from './fixtures.ts'
import { holdScripts } from './hold-scripts.ts'

test(
  'first run: the printed code makes the owner, once',
  { tag: '@main' },
  async ({ page, engine, expectedConsole }) => {
    expectedConsole.push('400')
    const database = await createTestDatabase(engine)
    const env = { ...database.env, APP_SECRET: 'another secret for tests, long enough' }
    const app: AppServer = await test.step('the server starts', () => startAppServer(env))
    const code = /account: (\S+)/.exec(app.output())?.[1] ?? ''
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/)

    await page.goto(`${app.url}/admin`)
    const form = page.getByRole('form', { name: 'Create owner account' })
    await form.getByRole('textbox', { name: 'Set-up code' }).fill('AAAA-BBBB-CCCC')
    await form.getByRole('textbox', { name: 'Email' }).fill(owner.email)
    await form.getByLabel('Password', { exact: true }).fill(owner.password)
    await form.getByLabel('Confirm password').fill(owner.password)
    await form.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('This is not the code that was printed')).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(owner.email)

    await form.getByRole('textbox', { name: 'Set-up code' }).fill(code.toLowerCase())
    await form.getByLabel('Password', { exact: true }).fill(owner.password)
    await form.getByLabel('Confirm password').fill(owner.password)
    await form.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Leads' }).click()
    await expect(page.getByRole('heading', { name: 'No inquiries yet' })).toBeVisible()

    await page.goto(`${app.url}/admin/setup`)
    await expect(page.getByRole('form', { name: 'Admin login' })).toBeVisible()
    await page.goto(`${app.url}/admin`)
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
    // An open page would continue to send requests to its server.
    await page.goto('about:blank')
    await test.step('the server ends', () => app.stop())
    await database.drop()
  },
)

test(
  'wrong credentials show the specified message, and the e-mail address stays',
  { tag: '@main' },
  async ({ page, expectedConsole }) => {
    expectedConsole.push('401')
    await page.goto('/admin/login?next=/admin/settings')
    await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
    await page.getByLabel('Password').fill('not the phrase')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/admin\/settings$/)
  },
)

test('leads are filtered, sorted and exported by their address', async ({ page, ownerPage }) => {
  const visitors = [newVisitor(), newVisitor()]
  for (const visitor of visitors) {
    await page.goto('/contact')
    await fillContactForm(page, { ...visitor, message: `${visitor.message} =SUM(A1)` })
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('status')).toBeVisible()
  }
  const [first = newVisitor()] = visitors
  await ownerPage.goto(`/admin/leads?q=${encodeURIComponent(first.email)}`)
  await expect(ownerPage.getByRole('row')).toHaveCount(2)
  await ownerPage.getByRole('combobox', { name: 'Status' }).selectOption('won')
  await expect(ownerPage).toHaveURL(/status=won/)
  await expect(ownerPage.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await ownerPage.goBack()
  await expect(ownerPage.getByRole('link', { name: first.name })).toBeVisible()
  const download = ownerPage.waitForEvent('download')
  await ownerPage.getByRole('link', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain(first.email)
})

test('spam sends no mail until it is marked as no spam', async ({ page, ownerPage, smtp }) => {
  const visitor = newVisitor()
  await page.goto('/contact')
  await fillContactForm(page, visitor)
  await page.locator('input[name=website]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example'
  })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status')).toContainText('Message Sent!')
  const mails = () => smtp.arrived.filter((mail) => mail.envelope.to.includes(visitor.email)).length

  await ownerPage.goto('/admin/leads')
  await expect(ownerPage.getByRole('link', { name: visitor.name })).toHaveCount(0)
  await ownerPage.getByRole('link', { name: /^Spam/ }).click()
  await ownerPage.getByRole('link', { name: visitor.name }).click()
  await expect(ownerPage.getByText('The hidden field was filled in.').first()).toBeVisible()
  expect(mails()).toBe(0)
  await ownerPage.getByRole('button', { name: 'Not spam' }).click()
  await expect(ownerPage.getByText('Moved out of the Spam folder')).toBeVisible()
  await expect.poll(mails).toBe(1)
})

test('a lead is deleted at once, and comes back with Undo', { tag: '@main' }, async ({ page, ownerPage }) => {
  const visitor = newVisitor()
  await page.goto('/contact')
  await fillContactForm(page, visitor)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await ownerPage.goto(`/admin/leads?q=${visitor.email}`)
  await ownerPage.getByRole('link', { name: visitor.name }).click()
  await ownerPage.getByRole('button', { name: 'Delete' }).click()
  const deleted = ownerPage.getByRole('status').filter({ hasText: 'Lead deleted' })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(ownerPage.getByRole('heading', { name: visitor.name, level: 1 })).toBeVisible()
  await ownerPage.getByRole('button', { name: 'Delete' }).click()
  await expect(ownerPage).toHaveURL(/\/admin\/leads\?deletion=/)
  await ownerPage.goto(`/admin/leads?q=${visitor.email}`)
  await expect(ownerPage.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
})

test('settings show on the public pages at once', { tag: '@main' }, async ({ page, ownerPage }) => {
  await page.goto('/contact')
  await ownerPage.goto('/admin/settings')
  const name = ownerPage.getByRole('textbox', { name: 'Site name' })
  const before = await name.inputValue()
  await name.fill('Nordlicht & Co')
  await ownerPage.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ownerPage.getByRole('status')).toContainText('Saved')
  await page.goto('/contact')
  await expect(page).toHaveTitle('Contact · Nordlicht & Co')
  await expect(page.getByRole('contentinfo')).toContainText('Nordlicht & Co. All rights reserved.')
  await name.fill(before)
  const saved = ownerPage.waitForResponse((response) => response.request().method() === 'POST')
  await ownerPage.getByRole('button', { name: 'Save', exact: true }).click()
  await saved
  await page.goto('/contact')
  await expect(page).toHaveTitle(`Contact · ${before}`)
})

test('an invalid value is reported at its field', async ({ ownerPage, expectedConsole }) => {
  expectedConsole.push('400')
  await ownerPage.goto('/admin/settings')
  await ownerPage.getByRole('combobox', { name: 'Time zone' }).fill('Mars/Olympus')
  await ownerPage.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ownerPage.getByText('Please choose a time zone.').first()).toBeVisible()
})

test('a key typed before the page’s script has come is kept, and can be saved', async ({ ownerPage }) => {
  const { release } = await holdScripts(ownerPage)
  await ownerPage.goto('/admin/api', { waitUntil: 'commit' })
  const key = ownerPage.getByRole('textbox', { name: 'API key' })
  await key.fill('sk-typed-early')
  release()
  await expect(ownerPage.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect(key).toHaveValue('sk-typed-early')
})
