import { publicPaths } from '#tests/support/public-paths.ts'

import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

test.use({ javaScriptEnabled: false })

for (const path of publicPaths)
  test(`${path} shows all its content`, async ({ page, engine }) => {
    test.skip(engine !== 'sqlite', 'The pages are the same over either database.')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const heading of await page.getByRole('heading').all()) await expect(heading).toBeVisible()
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link', { name: 'Get Started' })).toBeVisible()
  })

test('the pages read and lead on', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ready to Transform?' })).toBeVisible()
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Home', 'About', 'Contact', 'Blog', 'Get Started'])
    await expect(nav.getByRole('link', { name, exact: true })).toBeVisible()
  await nav.getByRole('button', { name: 'Services' }).focus()
  const first = nav.getByRole('link', { name: /^Website Development/ })
  await expect(first).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
})

test('a calculator shows its worked example, and leads to the form', async ({ page }) => {
  await page.goto('/services/ai-voice-agents')
  await expect(page.locator('output')).toContainText('$1,120–$3,230')
  await page.getByRole('link', { name: 'Send me this' }).click()
  await expect(page).toHaveURL('/contact?service=ai-voice-agents')
})

test('on a phone the sheet opens and shows the services', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('link', { name: /^AI Chatbots/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeHidden()
})

test('the form sends, and the owner finds the lead', { tag: '@main' }, async ({ page, ownerPage }) => {
  const visitor = newVisitor()
  await page.goto('/')
  await fillContactForm(page, visitor)
  await page.getByRole('combobox', { name: 'Country' }).fill('France')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL(/\/contact\/thank-you$/)
  await expect(page.getByText("We'll get back to you within 1 hour.")).toBeVisible()
  await ownerPage.goto(`/admin/leads?q=${visitor.email}`)
  await expect(ownerPage.getByRole('link', { name: visitor.name })).toBeVisible()
})

test('a refused form comes back with every word', { tag: '@main' }, async ({ page, expectedConsole }) => {
  expectedConsole.push('400')
  const visitor = newVisitor()
  await page.goto('/contact?service=ai-chatbots')
  await fillContactForm(page, visitor)
  await page.getByRole('textbox', { name: 'Company' }).fill('x'.repeat(161))
  await page.getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Please shorten this to 160 characters.')).toBeVisible()
  await expect(page.getByText('Please agree to the Terms & Conditions to continue.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name *' })).toHaveValue(visitor.name)
  await expect(page.getByRole('textbox', { name: 'Message *' })).toHaveValue(visitor.message)
  await expect(page.getByRole('form', { name: 'Contact' }).getByText('AI Chatbots')).toBeVisible()
})
