import type { Page } from '@playwright/test'

/** Keeps a page's scripts on their way, as a slow line does, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return release
}
