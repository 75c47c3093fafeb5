import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { untilStill } from './until-still.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const links = [
  'Website Development',
  'AI Video Production',
  'AI Voice Agents',
  'Workflow Automation',
  'AI Chatbots',
]

function servicesMenu(page: Page) {
  const nav = page.getByRole('navigation', { name: 'Main' })
  return {
    button: nav.getByRole('button', { name: 'Services' }),
    first: nav.getByRole('link', { name: /^Website Development/ }),
    link: (name: string) => nav.getByRole('link', { name: new RegExp(`^${name}`) }),
  }
}

test('hover opens the five services at once', async ({ page }) => {
  await page.goto('/')
  const { button, link } = servicesMenu(page)
  await expect(link('AI Chatbots')).toBeHidden()
  await button.hover()
  for (const name of links) await expect(link(name)).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
})

test('it closes 500 ms after the pointer has left, not before', async ({ page }) => {
  await page.goto('/')
  const { button, first } = servicesMenu(page)
  await button.hover()
  await expect(first).toBeVisible()
  // A fade that is turned round before its end is shorter.
  await untilStill(page)
  // Pauses the closing transition as it starts and sets its time, instead of waiting in real time.
  const panel = page.locator('#services-list')
  const held = panel.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        element.addEventListener('transitionrun', () => {
          const animations = element.getAnimations()
          for (const animation of animations) animation.pause()
          if (animations.length === 2) resolve()
        })
      }),
  )
  await page.getByRole('heading', { level: 1 }).hover()
  await held
  const visibleAt = (milliseconds: number) =>
    panel.evaluate((element, time) => {
      for (const animation of element.getAnimations()) animation.currentTime = time
      const { visibility, opacity } = getComputedStyle(element)
      return visibility === 'visible' && Number(opacity) > 0
    }, milliseconds)
  expect(await visibleAt(0)).toBe(true)
  expect(await visibleAt(370)).toBe(true)
  expect(await visibleAt(499)).toBe(true)
  expect(await visibleAt(501)).toBe(false)
})

test('the pointer may cross to the panel without its closing', async ({ page }) => {
  await page.goto('/')
  const { button, first } = servicesMenu(page)
  await button.hover()
  await first.hover()
  await expect(first).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
})

test(
  'by keyboard: Enter opens, Tab walks the links, Esc closes and gives the focus back',
  { tag: '@main' },
  async ({ page }) => {
    await page.goto('/')
    const { button, first, link } = servicesMenu(page)
    await button.focus()
    await expect(first).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Tab')
    await expect(first).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Space')
    for (let n = 0; n < links.length; n += 1) await page.keyboard.press('Tab')
    await expect(link('AI Chatbots')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button).toHaveAttribute('aria-expanded', 'false')
  },
)

test('the skip link leads past the header', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Start Your AI Journey' })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

  test('the menu is a sheet; a touch opens the services in it', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).tap()
    const { button, first } = servicesMenu(page)
    await expect(first).toBeHidden()
    await button.tap()
    await expect(first).toBeVisible()
    await button.tap()
    await expect(first).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(button).toBeHidden()
  })

  test('nothing scrolls sideways, down to 320 px', async ({ page, expectedConsole }) => {
    expectedConsole.push('404')
    for (const width of [320, 375])
      for (const path of ['/', '/contact', '/nowhere', '/admin/login']) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(excess, `${path} at ${width} px`).toBeLessThanOrEqual(0)
      }
  })
})
