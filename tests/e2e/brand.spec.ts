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

test.afterEach(async ({ ownerPage }) => {
  await save(ownerPage, starter)
  await expect(ownerPage.getByRole('status')).toBeVisible()
})

test('the owner gives the site another name, colours, ground and fonts', async ({ ownerPage, page }) => {
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
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(scheme).toBe('light')
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

test('what is no colour is refused beside its field, and stays as it was typed', async ({
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
