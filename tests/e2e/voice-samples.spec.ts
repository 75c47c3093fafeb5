import { expect, test } from './fixtures.ts'

const path = '/services/ai-voice-agents'

test('a visitor listens to a call, and its transcript follows', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(path)
  await page.getByRole('heading', { name: 'Listen to three calls' }).scrollIntoViewIfNeeded()
  await expect(page.locator('[data-island="voice-call"][data-state="awake"]')).toHaveCount(3)
  expect(asked.filter((name) => name.endsWith('.mp3'))).toEqual([])
  await page.getByRole('button', { name: 'Play: An appointment on a Sunday night' }).click()
  await expect(page.getByRole('button', { name: 'Pause: An appointment on a Sunday night' })).toBeVisible()
  const said = page.getByRole('listitem').filter({ hasNot: page.getByRole('heading') })
  const line = said.filter({ hasText: 'Do you have anything free tomorrow?' })
  await expect(line).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Play: An emergency goes to a person' }).click()
  await expect(page.getByRole('button', { name: 'Play: An appointment on a Sunday night' })).toBeVisible()
})

test('a call is moved through by keyboard', async ({ page }) => {
  await page.goto(path)
  await page.getByRole('heading', { name: 'Listen to three calls' }).scrollIntoViewIfNeeded()
  const position = page.getByRole('slider', { name: 'Position: A question it cannot answer' })
  await position.focus()
  await page.keyboard.press('End')
  await expect(position).toHaveAttribute('aria-valuetext', '0:24 / 0:24')
  await page.keyboard.press('Home')
  await expect(position).toHaveAttribute('aria-valuetext', '0:00 / 0:24')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the browser plays the calls, and each can be read', async ({ page }) => {
    await page.goto(path)
    await expect(page.locator('audio[controls]')).toHaveCount(3)
    await page.getByText('Read the call').first().click()
    await expect(page.getByText('Lang Dental, good evening. How can I help?')).toBeVisible()
  })
})
