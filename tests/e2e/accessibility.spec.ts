import { publicPaths } from '#tests/support/public-paths.ts'

import { expectAccessible, findings } from './axe.ts'
import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

const readingPaths = new Set(['/blog', '/terms', '/privacy'])
const otherPaths = ['/contact?service=ai-chatbots', '/contact/thank-you', '/nowhere']

const mainPaths = new Set(['/', '/contact', '/blog'])

const samePages = 'The pages are the same over either database.'

for (const path of [...publicPaths, ...otherPaths])
  test(
    `axe finds nothing on ${path} at three widths, and nothing scrolls sideways`,
    { tag: mainPaths.has(path) ? '@main' : [] },
    async ({ page, engine, expectedConsole }) => {
      test.skip(engine !== 'sqlite', samePages)
      test.setTimeout(120_000)
      expectedConsole.push('404')
      await expectAccessible(page, path, readingPaths.has(path) ? ['dark', 'light'] : ['dark'])
    },
  )

test('nor in forced colours on a phone, with the chat closed and open', async ({ page, engine }) => {
  test.skip(engine !== 'sqlite', samePages)
  await page.setViewportSize({ width: 375, height: 720 })
  for (const path of ['/', '/services/ai-voice-agents', '/services/website-development', '/contact']) {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(path)
    expect(await findings(page), path).toEqual([])
    await page.getByRole('button', { name: 'Open chat' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findings(page), `${path}, with the chat open`).toEqual([])
    await page.keyboard.press('Escape')
  }
})

test('nor in the open menu, the open list of countries and the toasts', async ({ page, engine }) => {
  test.skip(engine !== 'sqlite', samePages)
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

test('nor in the admin’s leads, at three widths, dark and light', async ({ page, ownerPage, engine }) => {
  test.skip(engine !== 'sqlite', samePages)
  test.setTimeout(240_000)
  await page.goto('/contact')
  const visitor = newVisitor()
  await fillContactForm(page, visitor)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await expectAccessible(page, '/admin/login')

  await ownerPage.goto('/admin/leads')
  const lead = await ownerPage.getByRole('link', { name: visitor.name }).getAttribute('href')
  for (const path of ['/admin/leads', '/admin/leads?folder=spam', lead ?? '', '/admin/outbox'])
    await expectAccessible(ownerPage, path)
})

const adminPages = {
  figures: ['/admin/analytics', '/admin/analytics?sample=1', '/admin/analytics/settings', '/admin/privacy'],
  settings: [
    '/admin/settings',
    '/admin/connections',
    '/admin/brand',
    '/admin/checklist',
    '/admin/facts',
    '/admin/menus',
    '/admin/services',
    '/admin/wording',
    '/admin/settings/backups',
    '/admin/audit',
    '/admin/audit?q=nothing+like+it',
  ],
}
for (const [what, paths] of Object.entries(adminPages))
  test(`nor in the admin’s ${what}, at three widths, dark and light`, async ({ ownerPage, engine }) => {
    test.skip(engine !== 'sqlite', samePages)
    test.setTimeout(240_000)
    for (const path of paths) await expectAccessible(ownerPage, path)
  })

test('nor in the knowledge base, at three widths, dark and light', async ({ ownerPage, app, engine }) => {
  test.skip(engine !== 'sqlite', samePages)
  test.setTimeout(240_000)
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
  for (const path of [...tabs, item ?? '']) await expectAccessible(ownerPage, path)
})
