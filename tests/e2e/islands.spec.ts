import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'
import { holdScripts, laterScripts } from './hold-scripts.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const island = '[data-island=contact-form]'
test('nothing but the page’s own few bytes of script is loaded before the form is touched', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(new URL(response.url()).pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts.filter((script) => laterScripts.test(script))).toEqual([])
  expect(scripts.some((script) => script.startsWith('/assets/entry.client-'))).toBe(true)
  const before = scripts.length
  await page.getByRole('textbox', { name: 'Name *' }).focus()
  await expect(page.locator(island)).toHaveAttribute('data-state', 'awake')
  expect(scripts.length).toBeGreaterThan(before)
})

test('what is typed before hydration is kept', { tag: '@main' }, async ({ page }) => {
  const { release } = await holdScripts(page, laterScripts)
  const visitor = newVisitor()
  await page.goto('/contact')
  await fillContactForm(page, visitor)
  await page.getByRole('combobox', { name: 'Country' }).fill('Port')
  await expect(page.locator(island)).not.toHaveAttribute('data-state')
  release()
  await expect(page.locator(island)).toHaveAttribute('data-state', 'awake')
  await expect(page.getByRole('textbox', { name: 'Name *' })).toHaveValue(visitor.name)
  await expect(page.getByRole('textbox', { name: 'Message *' })).toHaveValue(visitor.message)
  await expect(page.getByRole('checkbox')).toBeChecked()
  // The list offers what was typed before hydration.
  await page.getByRole('option', { name: 'Portugal' }).click()
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Portugal')
})

test('a press of the send button before hydration sends after it', async ({ page }) => {
  const { release } = await holdScripts(page, laterScripts)
  await page.goto('/contact')
  await fillContactForm(page, newVisitor())
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByRole('button', { name: 'Send Message' }).click()
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  release()
  await expect(page.getByRole('status')).toContainText('Message Sent!')
  expect(page.url()).toMatch(/\/contact$/)
  expect(posts).toBe(1)
})

test('when its scripts do not load, the plain form sends', async ({ page, expectedConsole, ownerPage }) => {
  expectedConsole.push('Failed to load resource')
  await page.route(laterScripts, (route) => route.abort())
  const visitor = newVisitor()
  await page.goto('/contact')
  await fillContactForm(page, visitor)
  await expect(page.locator(island)).toHaveAttribute('data-state', 'failed')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL(/\/contact\/thank-you$/)
  await ownerPage.goto(`/admin/leads?q=${visitor.email}`)
  await expect(ownerPage.getByRole('link', { name: visitor.name })).toBeVisible()
})

test('a press while the scripts are failing is sent the plain way', async ({ page, expectedConsole }) => {
  expectedConsole.push('Failed to load resource')
  const { promise: held, resolve: fail } = Promise.withResolvers<void>()
  await page.route(laterScripts, async (route) => {
    await held
    await route.abort()
  })
  await page.goto('/contact')
  await fillContactForm(page, newVisitor())
  await page.getByRole('button', { name: 'Send Message' }).click()
  fail()
  await expect(page).toHaveURL(/\/contact\/thank-you$/)
})

test('no island hydrates twice', async ({ page }) => {
  const { release, asked } = await holdScripts(page, laterScripts)
  await page.goto('/contact')
  for (const name of ['Name *', 'Email *', 'Message *']) await page.getByRole('textbox', { name }).click()
  release()
  await expect(page.locator(island)).toHaveAttribute('data-state', 'awake')
  await page.getByRole('textbox', { name: 'Name *' }).click()
  expect(new Set(asked).size).toBe(asked.length)
  let tokens = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact-form')) tokens += 1
  })
  await page.getByRole('textbox', { name: 'Email *' }).hover()
  await page.getByRole('textbox', { name: 'Message *' }).click()
  expect(tokens).toBe(0)
})
