import { publicPaths } from '#tests/support/public-paths.ts'

import { findings, sidewaysExcess } from './axe.ts'
import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

const readingPaths = new Set(['/blog', '/terms', '/privacy'])
const otherPaths = ['/contact?service=ai-chatbots', '/contact/thank-you', '/nowhere']

for (const path of [...publicPaths, ...otherPaths])
  test(`axe finds nothing on ${path} at three widths, and nothing scrolls sideways`, async ({
    page,
    engine,
    expectedConsole,
  }) => {
    test.skip(engine !== 'sqlite', 'The pages are the same over either database.')
    test.setTimeout(60_000)
    expectedConsole.push('404')
    for (const colorScheme of readingPaths.has(path) ? (['dark', 'light'] as const) : (['dark'] as const))
      for (const width of [320, 768, 1440]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        expect(await findings(page), `${colorScheme} at ${width} px`).toEqual([])
        expect(await sidewaysExcess(page), `${width} px`).toBeLessThanOrEqual(0)
      }
  })

test('nor in the open menu, the open list of countries and the toasts', async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Services' }).click()
  expect(await findings(page)).toEqual([])
  await fillContactForm(page, newVisitor())
  await page.getByRole('combobox', { name: 'Country' }).fill('united')
  await expect(page.getByRole('option', { name: 'United Kingdom' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await findings(page)).toEqual([])
})

for (const colorScheme of ['dark', 'light'] as const)
  test(`nor in the admin, ${colorScheme}, at three widths`, async ({ page, ownerPage }) => {
    test.setTimeout(120_000)
    await page.goto('/contact')
    const visitor = newVisitor()
    await fillContactForm(page, visitor)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('status')).toBeVisible()
    await page.goto('/admin/login')
    await page.emulateMedia({ colorScheme })
    expect(await findings(page)).toEqual([])

    await ownerPage.emulateMedia({ colorScheme })
    await ownerPage.goto('/admin/leads')
    const lead = await ownerPage.getByRole('link', { name: visitor.name }).getAttribute('href')
    for (const path of [
      '/admin/analytics',
      '/admin/analytics?sample=1',
      '/admin/analytics/settings',
      '/admin/leads',
      '/admin/leads?folder=spam',
      lead ?? '',
      '/admin/outbox',
      '/admin/settings',
    ])
      for (const width of [375, 768, 1440]) {
        await ownerPage.setViewportSize({ width, height: 900 })
        await ownerPage.goto(path)
        expect(await findings(ownerPage), `${path} at ${width} px`).toEqual([])
        const excess = await sidewaysExcess(ownerPage)
        expect(excess, `${path} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0)
      }
  })

for (const colorScheme of ['dark', 'light'] as const)
  test(`nor in the knowledge base, ${colorScheme}, at three widths`, async ({ ownerPage, app }) => {
    test.setTimeout(120_000)
    await ownerPage.emulateMedia({ colorScheme })
    await ownerPage.goto('/admin/knowledge?tab=text')
    await ownerPage.getByRole('textbox', { name: 'Title' }).fill('For axe')
    await ownerPage.getByRole('textbox', { name: 'Text' }).fill('# Heading\n\nSome text.')
    await ownerPage.getByRole('button', { name: 'Save' }).click()
    await ownerPage.getByRole('tab', { name: 'URL' }).click()
    await ownerPage.getByRole('textbox', { name: 'URL' }).fill(`${app.url}/nowhere`)
    await ownerPage.getByRole('button', { name: 'Scrape' }).click()
    await expect(ownerPage.getByRole('cell', { name: 'Failed' })).toBeVisible()
    const item = await ownerPage.getByRole('link', { name: 'For axe' }).getAttribute('href')
    const tabs = ['upload', 'text', 'url'].map((tab) => `/admin/knowledge?tab=${tab}`)
    for (const path of [...tabs, item ?? ''])
      for (const width of [375, 768, 1440]) {
        await ownerPage.setViewportSize({ width, height: 900 })
        await ownerPage.goto(path)
        expect(await findings(ownerPage), `${path} at ${width} px`).toEqual([])
        const excess = await sidewaysExcess(ownerPage)
        expect(excess, `${path} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0)
      }
  })
