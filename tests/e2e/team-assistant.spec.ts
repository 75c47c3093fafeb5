import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { findings, sidewaysExcess } from './axe.ts'
import { newVisitor } from './contact-form.ts'
import { expect, testOnFreshServer } from './fixtures.ts'
import { storeKey } from './store-key.ts'

const test = testOnFreshServer()

test('the assistant reads, proposes a change, and the member confirms and undoes it', async ({
  ownerPage: page,
  app,
  ai,
  expectedConsole,
}) => {
  // The response if no provider is set up.
  expectedConsole.push('409')
  const visitor = newVisitor()
  expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
  await page.goto('/admin/leads')
  await page.keyboard.press('Control+j')
  const panel = page.getByRole('dialog', { name: 'Assistant' })
  const box = panel.getByRole('textbox', { name: 'Ask the assistant' })
  await expect(box).toBeFocused()
  await box.fill('Hello')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('alert')).toHaveText(
    'Please set up a provider and its key in API Configuration first.',
  )
  // An unanswered message can be sent again.
  await expect(box).toHaveValue('Hello')
  await page.keyboard.press('Control+j')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Assistant', exact: true })).toBeFocused()
  await page.keyboard.press('Control+j')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Assistant', exact: true })).toBeFocused()

  await storeKey(page)
  await page.goto('/admin/leads')
  const lead = page.getByRole('link', { name: visitor.name })
  const id = String(await lead.getAttribute('href'))
    .split('/')
    .at(-1)
  ai.behave(
    { kind: 'tool-calls', calls: [{ name: 'list_leads', input: { q: visitor.name } }] },
    { kind: 'tool-calls', calls: [{ name: 'change_lead', input: { id, status: 'won' } }] },
    { kind: 'reply', text: `You can set /admin/leads/${id} to won.` },
  )
  await page.getByRole('button', { name: 'Assistant', exact: true }).click()
  await box.fill('They said yes.')
  await panel.getByRole('button', { name: 'Ask', exact: true }).click()
  const card = panel.getByRole('region', { name: `Change a lead: ${visitor.name}` })
  await expect(card).toContainText('won')
  await expect(panel.getByText('Used: List leads')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: visitor.name })).toContainText('New')
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await sidewaysExcess(page), `at ${width} px`).toBeLessThanOrEqual(0)
  }
  expect(await findings(page)).toEqual([])

  await card.getByRole('button', { name: 'Confirm' }).click()
  await expect(card.getByText('Confirmed')).toBeFocused()
  await expect(page.getByRole('row').filter({ hasText: visitor.name })).toContainText('Won')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row').filter({ hasText: visitor.name })).toContainText('New')

  await panel.getByRole('link', { name: `/admin/leads/${id}` }).click()
  await expect(page.getByRole('heading', { name: visitor.name, level: 1 })).toBeVisible()
  await expect(card).toBeVisible()
  await panel.getByRole('button', { name: 'Start over' }).click()
  await expect(card).toBeHidden()
  await expect(box).toBeFocused()

  await page.route('**/admin/assistant/answer', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'data: {"type":"text","text":"Half an"}\n\n' }),
  )
  await panel.getByRole('button', { name: 'What happened this week?' }).click()
  await expect(panel.getByText('Half an', { exact: true })).toBeVisible()
  await expect(panel.getByRole('alert')).toHaveText(/^The connection was lost/)
  await expect(box).toBeFocused()
})
