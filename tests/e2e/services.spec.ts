import { expect, test } from './fixtures.ts'
import { untilStill } from './until-still.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test(
  'a plan’s button fills in the contact form, which arrives with service and plan',
  { tag: '@main' },
  async ({ page, ownerPage }) => {
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
  },
)

test('the voice calculator computes a range, by keyboard, from assumptions that can be changed', async ({
  page,
}) => {
  await page.goto('/services/ai-voice-agents')
  const result = page.locator('output')
  await expect(result).toContainText('$1,120–$3,230')
  const calls = page.getByRole('slider', { name: 'Calls a day' })
  await calls.focus()
  await page.locator('[data-island="voice-calculator"][data-state=awake]').waitFor()
  await calls.press('ArrowRight')
  const minutes = page.getByRole('spinbutton', { name: 'Call minutes a month' })
  await expect(minutes).toHaveValue('6405')
  await minutes.fill('4200')
  await expect(calls).toHaveValue('40')
  await expect(result).toContainText('$410–$2,060')
  await page.getByText('Assumptions', { exact: true }).click()
  await page.getByRole('spinbutton', { name: 'Share of paid time spent on calls, in percent' }).fill('95')
  await expect(result).toContainText('$0–$1,190')
  await calls.press('Home')
  await expect(result).toContainText('At these numbers a voice agent would not save you money.')
})

test('the workflow calculator computes ranges of hours and money a year', async ({ page }) => {
  await page.goto('/services/workflow-automation')
  const result = page.locator('output')
  await expect(result).toContainText('544–871')
  await expect(result).toContainText('$19,100–$30,500')
  const people = page.getByRole('slider', { name: 'People doing it' })
  await people.focus()
  await page.locator('[data-island="workflow-calculator"][data-state=awake]').waitFor()
  await people.press('Home')
  // 1 person × 12 × 8 minutes × 21 days × 12 ÷ 60 = 403 hours, half of them less 10%.
  await expect(result).toContainText('181–290')
  await page.getByText('Assumptions', { exact: true }).click()
  await page.getByRole('spinbutton', { name: 'Cost of the automation a year' }).fill('20000')
  await expect(result).toContainText('At these numbers automation would not pay for itself.')
})

test('what was computed goes into the message of the contact form, beside what was typed', async ({
  page,
}) => {
  await page.goto('/services/ai-voice-agents')
  const message = page.getByRole('textbox', { name: 'Message *' })
  await message.fill('We are a practice.')
  const send = page.getByRole('link', { name: 'Send me this' })
  await send.focus()
  await page.locator('[data-island="voice-calculator"][data-state=awake]').waitFor()
  await send.click()
  await expect(message).toBeFocused()
  await expect(message).toHaveValue(
    /^We are a practice\.\n\nYour saving\nCalls a day: 60\n[^]*You save: \$1,120–\$3,230 a month$/,
  )
  await page.getByRole('slider', { name: 'Calls a day' }).press('ArrowRight')
  await send.click()
  await expect(message).toHaveValue(/^We are a practice\.\n\nYour saving\nCalls a day: 61\n/)
  await expect(message).not.toHaveValue(/60\n/)
})

test('sliders keep their track in forced colours, and results keep to one line on a phone', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 375, height: 812 })
  for (const path of ['/services/ai-voice-agents', '/services/workflow-automation']) {
    await page.goto(path)
    const slider = page.getByRole('slider').first()
    expect(await slider.evaluate((each) => getComputedStyle(each).backgroundImage)).toContain('gradient')
    expect(await slider.evaluate((each) => each.getBoundingClientRect().width)).toBeGreaterThan(200)
    const range = page.locator('output').getByText(/^\$[\d,]+–\$[\d,]+$/)
    expect(await range.evaluate((each) => each.getClientRects().length)).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  }
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
  await untilStill(page)
  // A busy browser paints the end of the fade late. An orb that moves is never the same twice.
  await expect(async () => {
    const before = await orb.screenshot()
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 300)))
    expect(before.equals(await orb.screenshot())).toBe(true)
  }).toPass()
})
