import type { Page } from '@playwright/test'

import { publicPaths } from '#tests/support/public-paths.ts'

import { expect, test } from './fixtures.ts'
import { holdScripts, laterScripts } from './hold-scripts.ts'

test('looks pressed at once while its script is still on its way', async ({ page }) => {
  const { release } = await holdScripts(page, laterScripts)
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Open chat' })
  await expect(button).toHaveCSS('scale', 'none')
  await button.dispatchEvent('pointerover', { pointerType: 'touch' })
  await expect(button).toHaveCSS('scale', '0.92')
  await button.dispatchEvent('click')
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(button).toHaveCSS('scale', 'none')
})

for (const width of [320, 375, 768])
  test(`covers nothing that has the focus, nor the end of a page, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 667 })
    for (const path of [...publicPaths, '/contact/thank-you']) {
      await page.goto(path)
      expect(await coveredWithFocus(page), `${path}, with the focus`).toEqual([])
      expect(await coveredAtTheEnd(page), `${path}, at its end`).toEqual([])
    }
  })

/** Focuses each focusable element in turn, and returns those that the button covers. */
function coveredWithFocus(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const button = document.querySelector('.chat-button')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const covered: string[] = []
    const all = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'
    for (const element of document.querySelectorAll<HTMLElement>(`main :is(${all}), footer :is(${all})`)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      element.focus()
      if (document.activeElement !== element) continue
      await frame()
      const at = button?.getBoundingClientRect()
      if (!at) throw new Error('There is no chat button.')
      const isUnder = Array.from(element.getClientRects()).some(
        (rect) =>
          rect.right > at.left && rect.left < at.right && rect.bottom > at.top && rect.top < at.bottom,
      )
      const isShown = button?.checkVisibility({ visibilityProperty: true })
      if (isUnder && isShown) covered.push(element.outerHTML.slice(0, 100))
    }
    return covered
  })
}

/** Scrolls to the end of the page, and returns the words, pictures and controls under the button. */
function coveredAtTheEnd(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const at = document.querySelector('.chat-button')?.getBoundingClientRect()
    if (!at) throw new Error('There is no chat button.')
    const range = document.createRange()
    const covered: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim()
      if (!text || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
      range.selectNodeContents(node)
      const isUnder = Array.from(range.getClientRects()).some(
        (rect) =>
          rect.right > at.left && rect.left < at.right && rect.bottom > at.top && rect.top < at.bottom,
      )
      if (isUnder) covered.push(text.slice(0, 60))
    }
    return covered
  })
}
