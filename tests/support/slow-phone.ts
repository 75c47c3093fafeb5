import { devices, type Page } from '@playwright/test'

const KILOBIT = 1024 / 8

const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1638.4 * KILOBIT,
  uploadThroughput: 750 * KILOBIT,
}

const { defaultBrowserType: _, ...phone } = devices['iPhone SE']

export const smallPhone = { ...phone, viewport: { width: 375, height: 667 } }

/**
 * Simulates slow 4G and a quarter of this machine's CPU, as Lighthouse's mobile figures do.
 * @returns `setOffline`, which disconnects and reconnects the page.
 */
export async function slowDown(page: Page): Promise<{ setOffline: (offline: boolean) => Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return {
    setOffline: async (offline) => {
      await session.send('Network.emulateNetworkConditions', { ...slow4g, offline })
    },
  }
}
