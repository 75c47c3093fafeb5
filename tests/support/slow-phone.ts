import type { Page } from '@playwright/test'

const KILOBIT = 1024 / 8

/** Slow 4G and a quarter of this machine's processor, as Lighthouse's mobile figures have it. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1638.4 * KILOBIT,
    uploadThroughput: 750 * KILOBIT,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
