import type { Page } from '@playwright/test'

/** Milliseconds, longer than every entrance and fade of ours. */
const LONGEST = 5000

/**
 * Waits until no finite animation runs, for at most `LONGEST`: on a busy machine one never reported its end. A colour
 * that fades starts new fades in the elements that inherit it, so it looks again after each has ended.
 */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async (longest) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
    const still = async () => {
      // A change of scheme or size starts its fades in the next frame.
      for (let quiet = 0; quiet < 2; quiet += 1) {
        await frame()
        const ending = running()
        if (ending.length > 0) quiet = -1
        await Promise.allSettled(ending.map(({ finished }) => finished))
      }
    }
    await Promise.race([still(), new Promise((resolve) => setTimeout(resolve, longest))])
  }, LONGEST)
}
