import type { Page } from '@playwright/test'

const allScripts = /\/assets\/[^/]+\.js$/
/** What comes later than the page's own script and the one it is made with. */
export const laterScripts = /\/assets\/(?!entry|preload-helper)[^/]+\.js$/

/**
 * Keeps a page's scripts on their way, as a slow line does, until `release` is called.
 * @returns `asked`: the addresses of the scripts that were asked for meanwhile.
 */
export async function holdScripts(
  page: Page,
  which: RegExp = allScripts,
): Promise<{ release: () => void; asked: string[] }> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(which, async (route) => {
    asked.push(route.request().url())
    await held
    await route.continue()
  })
  return { release, asked }
}
