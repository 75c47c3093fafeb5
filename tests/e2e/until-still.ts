import type { Page } from '@playwright/test'

/** In milliseconds. No entrance or fade of ours lasts longer. */
const LONGEST = 5000

/** Waits for the end of every animation and fade that has one. On a busy machine one was seen that never told its end. */
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
