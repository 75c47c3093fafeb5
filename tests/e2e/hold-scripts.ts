import type { Page } from '@playwright/test'

const allScripts = /\/assets\/[^/]+\.js$/
/** Matches the scripts that load after the entry and its preload helper. */
export const laterScripts = /\/assets\/(?!entry|preload-helper)[^/]+\.js$/

/**
 * Holds back a page's scripts, as a slow line does, until `release` is called.
 * @returns `asked`: the addresses of the scripts that were requested.
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
