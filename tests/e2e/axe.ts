import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

import { untilStill } from './until-still.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
  // Our pages contain no frames.
  iframes: false,
}

/**
 * Returns what axe finds on a page in its current state, one line per rule. axe's own package for Playwright opens a
 * page for each run and takes five times as long.
 */
export async function findings(page: Page): Promise<string[]> {
  // Judges the final state of entrances and rotating words.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Also waits for colours that fade into another scheme.
  await untilStill(page)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

type ColorScheme = 'dark' | 'light'

/** Each width and each scheme is checked once: layout differs by width, and colours by scheme. */
const widths: Record<ColorScheme, readonly number[]> = { dark: [320, 1440], light: [768] }

/** Expects no axe findings and no sideways scrolling at any width. */
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

/** Returns by how many pixels a page scrolls sideways, after the frame in which layout follows a resize. */
export async function sidewaysExcess(page: Page): Promise<number> {
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
