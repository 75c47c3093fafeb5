import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('has its five sections, with the texts and links asked for', { tag: '@main' }, async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Start Your AI Journey' })).toHaveAttribute('href', '/contact')
  await expect(main.getByRole('link', { name: 'Explore AI Services' })).toHaveAttribute('href', '/services')
  const cards = [
    '/services/ai-voice-agents',
    '/services/workflow-automation',
    '/services/website-development',
    '/services/ai-chatbots',
    '/services/ai-video-production',
    '/contact?service=seo-optimisation',
  ]
  for (const href of cards) await expect(main.locator(`a[href="${href}"]`).first()).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Why Choose Lumivox' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'OpenAI' })).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(main.getByRole('link', { name: 'Explore All Services' })).toHaveAttribute('href', '/services')
  await expect(main.getByRole('heading', { name: 'Ready to Transform?' })).toBeVisible()
  for (const network of ['LinkedIn', 'WhatsApp', 'Facebook', 'Twitter']) {
    const href = await main.getByRole('link', { name: `Share on ${network}` }).getAttribute('href')
    expect(href).toContain(encodeURIComponent(new URL('/', page.url()).href))
  }
})

test('the word changes every 2000 ms and moves nothing around it', async ({ page }) => {
  await page.goto('/')
  const heading = page.getByRole('heading', { name: /^AI Powered/ })
  const read = (milliseconds: number) =>
    page.locator('.rotating-word').evaluate((element, time) => {
      for (const animation of element.getAnimations({ subtree: true })) {
        animation.pause()
        animation.currentTime = time
      }
      const visible = [...element.children].filter((word) => Number(getComputedStyle(word).opacity) > 0.5)
      return visible.map((word) => word.textContent).join('+')
    }, milliseconds)
  const before = await heading.boundingBox()
  const words = ['Voice Agents', 'Websites', 'Videos', 'Workflow Automations', 'Chatbots']
  for (const [turn, word] of words.entries())
    for (const moment of [400, 1000, 1700]) expect(await read(turn * 2000 + moment)).toBe(word)
  expect(await read(10_000 + 1000)).toBe('Voice Agents')
  expect(await heading.boundingBox()).toEqual(before)
})

test('only the word in turn can be read', async ({ page }) => {
  await page.goto('/')
  const shown = page.locator('.rotating-word > span').filter({ visible: true })
  for (const word of ['Websites', 'Videos']) await expect(shown).toHaveText([word])
})

test('a visitor stops the animations, also on the pages that follow, and starts them again', async ({
  page,
}) => {
  const moving = () =>
    page.evaluate(() => {
      const targets = document
        .getAnimations()
        .map(({ effect }) => effect instanceof KeyframeEffect && effect.target)
      // The browser keeps the animations of an element outside the screen until it draws the element again.
      return targets.filter((target) => target && target.checkVisibility({ contentVisibilityAuto: true }))
        .length
    })
  const stop = page.getByRole('button', { name: 'Stop animations' })
  const start = page.getByRole('button', { name: 'Start animations' })
  const shown = page.locator('.rotating-word > span').filter({ visible: true })
  await page.goto('/')
  await expect.poll(moving).toBeGreaterThan(5)
  await expect(shown).toHaveText(['Websites'])
  await stop.click()
  await expect.poll(moving).toBe(0)
  await expect(shown).toHaveText(['Voice Agents'])

  await page.goto('/services/workflow-automation')
  await expect(start).toBeVisible()
  await expect.poll(moving).toBe(0)
  await page.goto('/')
  await expect(start).toBeVisible()
  await expect(shown).toHaveText(['Voice Agents'])
  await start.click()
  await expect.poll(moving).toBeGreaterThan(5)
  await expect(shown).toHaveText(['Websites'])
  await page.reload()
  await expect(stop).toBeVisible()
})

test('pictures that nobody has scrolled to are laid out, and begin with all their parts', async ({
  page,
}) => {
  await page.goto('/')
  const missing = await page.locator('.demo').evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      for (const animation of picture.getAnimations({ subtree: true })) {
        animation.pause()
        animation.currentTime = 0
      }
      const parts = [picture, ...picture.querySelectorAll('*:not(defs, defs *)')]
      return parts.filter(
        (part) => !part.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true }),
      ).length
    }),
  )
  expect(missing).toEqual([0, 0, 0, 0, 0])
})

test('nothing shifts while it loads', async ({ page }) => {
  // Loads the fonts first: without a face like Arial, the fallback has another width and would shift.
  await page.goto('/', { waitUntil: 'networkidle' })
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/', { waitUntil: 'networkidle' })
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              sum += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    expect(shift).toBe(0)
  }
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('everything stands still and the first word is shown', async ({ page }) => {
    await page.goto('/')
    const running = await page.evaluate(
      () => document.getAnimations().filter((animation) => animation.playState === 'running').length,
    )
    expect(running).toBe(0)
    await expect(page.locator('.rotating-word-0')).toBeVisible()
    await expect(page.locator('.rotating-word-1')).toBeHidden()
  })
})

for (const path of ['/', '/services/ai-chatbots', '/services/ai-voice-agents', '/about'])
  test(`${path} fits the screen after it was turned`, async ({ page }) => {
    await page.setViewportSize({ width: 812, height: 375 })
    await page.goto(path)
    // Boxes that are drawn only near the screen remember the width of that time.
    await page.evaluate(async () => {
      for (let top = 0; top < document.documentElement.scrollHeight; top += 200) {
        scrollTo({ top, behavior: 'instant' })
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      }
      scrollTo({ top: 0, behavior: 'instant' })
    })
    for (const width of [375, 320, 1920, 320]) {
      await page.setViewportSize({ width, height: 812 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`)
        .toBeLessThanOrEqual(width)
    }
  })
