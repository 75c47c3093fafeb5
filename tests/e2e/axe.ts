import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What axe finds on a page as it stands, each as one line. */
export async function findings(page: Page): Promise<string[]> {
  // Entrances and rotating words are judged as they stand in the end.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

type ColorScheme = 'dark' | 'light'

/** Layout differs by width, and colours by scheme: the second scheme is looked at once. */
const widths: Record<ColorScheme, readonly number[]> = { dark: [320, 768, 1440], light: [768] }

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

/** By how many pixels a page scrolls sideways. */
export function sidewaysExcess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
