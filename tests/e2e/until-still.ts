import type { Page } from '@playwright/test'

/** Milliseconds, longer than every entrance and fade of ours. */
const LONGEST = 5000

/** Waits for all finite animations to end, for at most `LONGEST`: on a busy machine one never reported its end. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async (longest) => {
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      )
    const bound = new Promise((resolve) => setTimeout(resolve, longest))
    await Promise.race([bound, Promise.allSettled(ending.map(({ finished }) => finished))])
  }, LONGEST)
}
