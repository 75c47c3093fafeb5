import { expect, test } from './fixtures.ts'
import { untilStill } from './until-still.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a plan’s button fills in the contact form, which arrives with service and plan', async ({
  page,
  ownerPage,
}) => {
  await page.goto('/services/website-development')
  await page.getByRole('link', { name: 'Get Started', description: 'Professional' }).click()
  await expect(page).toHaveURL('/contact?service=website-development&plan=professional')
  await expect(page.getByText('Website Development, Professional')).toBeVisible()
  const name = `Plan ${Date.now()}`
  await page.getByRole('textbox', { name: 'Name *' }).fill(name)
  await page.getByRole('textbox', { name: 'Email *' }).fill('plan@example.com')
  await page.getByRole('textbox', { name: 'Message *' }).fill(`We would like ${name}.`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status')).toContainText('Message Sent!')
  await ownerPage.goto('/admin/leads')
  await ownerPage.getByRole('link', { name }).click()
  await expect(ownerPage.getByText('Website Development, Professional')).toBeVisible()
})

test('the voice calculator computes from the figures as it is moved by keyboard', async ({ page }) => {
  await page.goto('/services/ai-voice-agents')
  const result = page.locator('output')
  await expect(result).toContainText('$7,281 a month')
  const agents = page.getByRole('slider', { name: 'People answering calls' })
  await agents.focus()
  await page.locator('[data-island="voice-calculator"][data-state=awake]').waitFor()
  await agents.press('ArrowRight')
  // 3 people at $4,000, less one voice agent at 60% of its minutes: 299 + 700 × 0.6.
  await expect(result).toContainText('$11,281 a month')
  await agents.press('Home')
  await page.getByRole('slider', { name: 'Hours a week on the phone, each' }).press('Home')
  await expect(result).toContainText('At these numbers a voice agent would not save you money.')
})

test('the workflow calculator computes hours, months and years', async ({ page }) => {
  await page.goto('/services/workflow-automation')
  const result = page.locator('output')
  await expect(result).toContainText('$34,860')
  const people = page.getByRole('slider', { name: 'People doing it' })
  await people.focus()
  await page.locator('[data-island="workflow-calculator"][data-state=awake]').waitFor()
  await people.press('Home')
  // 1 person × 8 h × 80% × 52 ÷ 12 = 28 h, at $35.
  await expect(result).toContainText('$11,760')
})

test('questions open by keyboard', async ({ page }) => {
  await page.goto('/services/website-development')
  const question = page.getByText('How long does a website take?')
  await question.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Between 2 and 8 weeks.', { exact: false })).toBeVisible()
})

test('from the home page to a sent inquiry by keyboard alone', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo('Services', 'button')
  await page.keyboard.press('Enter')
  await tabTo(/^AI Chatbots/, 'link')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/services/ai-chatbots')
  await page.getByRole('textbox', { name: 'Name *' }).focus()
  for (const [words, tabs] of [
    ['Key Board', 1],
    ['keys@example.com', 3],
    ['', 0],
  ] as const) {
    await page.keyboard.type(words)
    for (let tab = 0; tab < tabs; tab += 1) await page.keyboard.press('Tab')
  }
  await tabTo('Message *', 'textbox')
  await page.keyboard.type(`Sent without a mouse at ${Date.now()}.`)
  await tabTo(/^I agree/, 'checkbox')
  await page.keyboard.press('Space')
  await tabTo('Send Message', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('Message Sent!')

  async function tabTo(name: string | RegExp, role: 'link' | 'button' | 'textbox' | 'checkbox') {
    const wanted = page.getByRole(role, { name }).first()
    for (let tab = 0; tab < 40; tab += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Forty tabs do not reach ${String(name)}.`)
  }
})

test('the orb is drawn once the page is idle, without React', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/about')
  await page.locator('canvas[data-drawn]').waitFor({ state: 'attached' })
  expect(scripts.filter((url) => /hydrate|react/.test(url))).toEqual([])
})

test('the orb stands still under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about')
  const orb = page.locator('canvas[data-drawn]')
  await orb.waitFor({ state: 'attached' })
  // What is seen before it fades out once it is drawn.
  await untilStill(page)
  const before = await orb.screenshot()
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 300)))
  expect(before.equals(await orb.screenshot())).toBe(true)
})
