import type { Page } from '@playwright/test'

import { findings } from './axe.ts'
import { expect, test } from './fixtures.ts'

type Look = { name: string; accent: string; second: string; ground: string; fonts: string; radius: string }

const starter: Look = {
  name: 'Lumivox',
  accent: '#7c6cf6',
  second: '#22d3ee',
  ground: 'Dark',
  fonts: 'bricolage-inter',
  radius: '16',
}

async function save(page: Page, look: Look): Promise<void> {
  await page.goto('/admin/brand')
  const form = page.getByRole('form', { name: 'Brand' })
  await form.getByRole('textbox', { name: 'Name' }).fill(look.name)
  await form.getByRole('textbox', { name: 'Accent', exact: true }).fill(look.accent)
  await form.getByRole('textbox', { name: 'Second accent' }).fill(look.second)
  await form.getByRole('radiogroup', { name: 'Ground' }).getByRole('radio', { name: look.ground }).check()
  await form.getByRole('combobox', { name: 'Fonts' }).selectOption(look.fonts)
  await form.getByRole('spinbutton', { name: 'Corner radius' }).fill(look.radius)
  await form.getByRole('button', { name: 'Save' }).click()
}

const schemeOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)

test.afterEach(async ({ ownerPage }) => {
  await save(ownerPage, starter)
  await expect(ownerPage.getByRole('status')).toBeVisible()
})

test('the owner gives the site another name, colours, ground and fonts', async ({ ownerPage, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  for (const path of ['/', '/blog', '/privacy']) {
    await page.goto(path)
    expect(await schemeOf(page), path).toBe('dark')
  }

  await save(ownerPage, {
    name: 'Ferrum',
    accent: '#FFE14D',
    second: '0a7',
    ground: 'Light',
    fonts: 'sora-nunito',
    radius: '4',
  })
  await expect(ownerPage.getByRole('status')).toContainText('Saved')
  await expect(ownerPage.getByText('adjusted so that it can be read').first()).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Ferrum, home page' }).first()).toBeVisible()
  await expect(page.locator('link[rel="stylesheet"][href^="/brand-"]')).toHaveCount(1)
  expect(await schemeOf(page)).toBe('light')
  const faces = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', ''))
  })
  expect(new Set(faces)).toEqual(new Set(['Sora', 'Nunito Sans']))
  for (const path of ['/', '/services/ai-voice-agents', '/contact', '/privacy']) {
    await page.goto(path)
    expect(await findings(page), path).toEqual([])
  }
  const manifest = await page.request.get('/manifest.webmanifest')
  expect(await manifest.json()).toMatchObject({ name: 'Ferrum' })
  expect(await manifest.text()).not.toContain('07080D')
})

test('a logo is shown in header and footer, announced to search engines, and removed', async ({
  ownerPage,
  page,
}) => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20"><script>alert(1)</script><rect width="80" height="20" fill="#fff"/></svg>'
  await ownerPage.goto('/admin/brand')
  await ownerPage
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
  await ownerPage.getByRole('button', { name: 'Save' }).click()
  await expect(ownerPage.getByRole('status')).toContainText('Saved')
  const shown = ownerPage.getByRole('region', { name: 'Logo' })
  await expect(shown.getByRole('img')).toBeVisible()

  await page.goto('/')
  for (const landmark of ['banner', 'contentinfo'] as const) {
    const logo = page.getByRole(landmark).getByRole('img', { name: 'Lumivox' }).first()
    await expect(logo).toBeVisible()
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  const source = await page.getByRole('contentinfo').getByRole('img').first().getAttribute('src')
  const answer = await page.request.get(`${source}`)
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  expect(await answer.text()).not.toContain('script')
  expect(await page.locator('script[type="application/ld+json"]').first().textContent()).toMatch(
    /brand-logo-[\da-f]{16}\.png/,
  )
  const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  expect((await page.request.get(`${icon}`)).headers()['content-type']).toBe('image/png')
  const usual = await page.request.get('/favicon.ico', { maxRedirects: 0 })
  expect([usual.status(), usual.headers()['location']]).toEqual([
    301,
    expect.stringMatching(/^\/brand-icon-ico-/),
  ])

  await shown.getByRole('button', { name: 'Remove logo' }).click()
  await expect(ownerPage.getByRole('status').filter({ hasText: 'Removed' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('img')).toHaveCount(0)
})

test('an invalid logo file is refused beside its field', async ({ ownerPage, expectedConsole }) => {
  expectedConsole.push('400')
  await ownerPage.goto('/admin/brand')
  const input = ownerPage.getByLabel('Logo', { exact: true })
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<html>') })
  await ownerPage.getByRole('button', { name: 'Save' }).click()
  await expect(input).toHaveAccessibleDescription(/damaged|not an SVG/)
})

test('an invalid colour is refused beside its field, and stays as it was typed', async ({
  ownerPage,
  page,
  expectedConsole,
}) => {
  expectedConsole.push('400')
  await save(ownerPage, { ...starter, accent: 'mauve' })
  const accent = ownerPage.getByRole('textbox', { name: 'Accent', exact: true })
  await expect(accent).toHaveAccessibleDescription(/#rrggbb/)
  await expect(accent).toHaveValue('mauve')
  await page.goto('/')
  await expect(page.locator('link[href^="/brand-"]')).toHaveCount(0)
})
