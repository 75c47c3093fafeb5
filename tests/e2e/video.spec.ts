import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'

const path = '/services/ai-video-production'
const title = 'Watch a page become a scene'
const play = (page: Page) => page.getByRole('button', { name: `Play: ${title}` })
const film = (page: Page) => page.locator('video')
const playedTo = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime)

const captions = (page: Page) =>
  film(page).evaluate((video: HTMLVideoElement) =>
    Array.from(video.textTracks, ({ kind, label, language, mode, activeCues }) => ({
      kind,
      label,
      language,
      mode,
      said: activeCues ? Array.from(activeCues, (cue) => (cue as VTTCue).text).join(' ') : '',
    })),
  )

const choose = (page: Page, mode: TextTrackMode) =>
  film(page).evaluate((video: HTMLVideoElement, chosen) => {
    for (const track of Array.from(video.textTracks)) track.mode = chosen
  }, mode)

test('a visitor plays the film with its captions, and nothing of it is loaded before', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(path)
  await page.getByRole('heading', { name: title }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('img', { name: /^A lake in the evening/ })).toBeVisible()
  await expect.poll(() => asked).toContain('/samples/script-to-scene.webp')
  expect(asked.filter((name) => /\.(?:mp4|vtt)$/.test(name))).toEqual([])

  await play(page).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => playedTo(page)).toBeGreaterThan(1)
  await expect(play(page)).toHaveCount(0)
  await expect(film(page)).toBeFocused()
  const said = 'It begins with a page: the lake, the last light, the first lamp.'
  const listed = { kind: 'captions', label: 'English', language: 'en' }
  await expect.poll(() => captions(page)).toEqual([{ ...listed, mode: 'showing', said }])
  await choose(page, 'disabled')
  await expect.poll(() => captions(page)).toEqual([{ ...listed, mode: 'disabled', said: '' }])
  await choose(page, 'showing')
  await expect.poll(async () => (await captions(page))[0]?.said).not.toBe('')
})

test('when the player’s script does not load, the browser’s own player appears', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push('ERR_FAILED')
  await page.route(/video-player/, (route) => route.abort())
  await page.goto(path)
  await expect(film(page)).toBeHidden()
  await play(page).click()
  await expect(film(page)).toBeVisible()
  await expect(play(page)).toHaveCount(0)
})

test('the film is sent in the stretches that players ask for', async ({ page }) => {
  const stretch = await page.request.get('/samples/script-to-scene.mp4', { headers: { range: 'bytes=4-7' } })
  expect(stretch.status()).toBe(206)
  expect(await stretch.text()).toBe('ftyp')
  const words = await page.request.get('/samples/script-to-scene.vtt')
  expect(words.headers()['content-type']).toMatch(/^text\/vtt/)
})

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing plays before it is pressed', async ({ page }) => {
    await page.goto(path)
    await page.getByRole('heading', { name: title }).scrollIntoViewIfNeeded()
    await play(page).hover()
    await expect(page.locator('[data-island="video-player"][data-state="awake"]')).toHaveCount(1)
    expect(await film(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
    await play(page).click()
    await expect.poll(() => playedTo(page)).toBeGreaterThan(0)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the browser’s own player shows the picture', async ({ page }) => {
    await page.goto(path)
    const player = page.locator('video[controls][preload="none"]').filter({ visible: true })
    await expect(player).toHaveCount(1)
    await expect(player).toHaveAttribute('poster', '/samples/script-to-scene.webp')
    await expect(player.locator('track[kind="captions"][label="English"]')).toHaveCount(1)
    await expect(play(page)).toHaveCount(0)
  })
})
