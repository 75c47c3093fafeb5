import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

import { untilStill } from './until-still.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
  // No page of ours holds a frame.
  iframes: false,
}

/**
 * What axe finds on a page as it stands, each as one line. Run by ourselves: its own package for Playwright opens a page
 * for each run and takes five times as long.
 */
export async function findings(page: Page): Promise<string[]> {
  // Entrances and rotating words are judged as they stand in the end.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Colours that fade into another scheme's too.
  await untilStill(page)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

type ColorScheme = 'dark' | 'light'

/** Layout differs by width, and colours by scheme: each width is looked at, and each scheme. */
const widths: Record<ColorScheme, readonly number[]> = { dark: [320, 1440], light: [768] }

/** Opens a page and expects that axe finds nothing on it at any width, and that nothing scrolls sideways. */
export async function expectAccessible(
  page: Page,
  path: string,
  schemes: readonly ColorScheme[] = ['dark', 'light'],
): Promise<void> {
  await page.goto(path)
  for (const colorScheme of schemes)
    for (const width of widths[colorScheme]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      expect(await findings(page), `${path}, ${colorScheme}, ${width} px`).toEqual([])
      const excess = await sidewaysExcess(page)
      expect(excess, `${path} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
    }
}

/** By how many pixels a page scrolls sideways once it has been drawn: what follows a resize follows it a frame later. */
export async function sidewaysExcess(page: Page): Promise<number> {
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
