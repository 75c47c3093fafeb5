import type { Page } from '@playwright/test'

import { weekdays } from '#app/lib/business-hours.ts'

import { expectAccessible, findings } from './axe.ts'
import { expect, owner, testOnFreshServer } from './fixtures.ts'

const test = testOnFreshServer()

test.describe.configure({ mode: 'serial' })

const hostile = '<b>Too short</b> [more](javascript:alert(1))'

async function openChat(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('button', { name: 'Open chat' }).click()
  return page.getByRole('dialog')
}

async function say(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
}

test('within business hours the button tells the owner by mail, and the visitor when to expect a reply', async ({
  page,
  smtp,
}) => {
  const panel = await openChat(page, '/services')
  await panel.getByRole('button', { name: 'Talk to a person' }).click()
  const log = panel.getByRole('log')
  await expect(log.getByText('I would like to talk to a person.')).toBeVisible()
  await expect(log.getByText('We usually reply within 1 hour.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Talk to a person' })).toBeHidden()
  const notice = () => smtp.arrived.find(({ subject }) => subject === 'A visitor asks for a person')
  await expect.poll(notice).toBeTruthy()
  const mail = notice()
  expect(mail?.text).toContain('/admin/conversations/')
  for (const body of [mail?.text, mail?.html]) expect(body).toContain('I would like to talk to a person.')
  await page.reload()
  await expect(log.getByText('We usually reply within 1 hour.')).toBeVisible()
})

test('outside business hours the form is offered, and the inquiry holds the transcript', async ({
  page,
  browser,
  app,
  smtp,
}) => {
  const context = await browser.newContext({ baseURL: app.url })
  const admin = await context.newPage()
  await admin.goto('/admin/login')
  await admin.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await admin.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await admin.getByRole('button', { name: 'Sign In' }).click()
  await expect(admin.getByRole('button', { name: 'Logout' })).toBeVisible()
  await admin.goto('/admin/settings')
  await admin.locator('[data-state=awake]').first().waitFor()
  // Only the day after tomorrow has opening hours.
  const opening = weekdays[(new Date().getUTCDay() + 8) % 7]
  for (const day of weekdays)
    await admin.getByRole('textbox', { name: day }).fill(day === opening ? '9-17' : '')
  await admin.getByRole('textbox', { name: 'Monday' }).fill('nine')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.locator('#Monday-error')).toBeVisible()
  await admin.getByRole('textbox', { name: 'Monday' }).fill(opening === 'Monday' ? '9-17' : '')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await admin.getByRole('button', { name: 'Logout' }).click()
  await expect(admin).toHaveURL(/\/admin\/login/)
  await context.close()

  const panel = await openChat(page, '/services')
  await say(page, 'Can I talk to a human?')
  const log = panel.getByRole('log')
  await expect(log.getByText(`We are closed now and open again ${opening}`)).toBeVisible()
  const form = log.getByRole('form', { name: 'Leave us a message' })
  // Of 24rem, the form would see one field at a time.
  await expect.poll(async () => (await panel.boundingBox())?.height).toBeGreaterThan(500)
  await log.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }))
  await expect(panel.getByRole('button', { name: 'Jump to latest' })).toBeHidden()
  await form.getByRole('textbox', { name: 'Name *' }).fill('Ada Lovelace')
  await form.getByRole('textbox', { name: 'Email *' }).fill('ada@visitor.test')
  await form.getByRole('checkbox').check()
  expect(await findings(page)).toEqual([])
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form).toBeHidden()
  await expect
    .poll(() => smtp.arrived.find(({ subject }) => subject === 'New inquiry from Ada Lovelace'))
    .toBeTruthy()
})

test('the owner sees who waits, and is said to be there while signed in', async ({ page, ownerPage }) => {
  await ownerPage.goto('/admin/leads')
  await ownerPage.getByRole('link', { name: 'Ada Lovelace' }).click()
  await expect(ownerPage.getByText('Visitor: Can I talk to a human?')).toBeAttached()
  const panel = await openChat(page, '/about')
  await say(page, 'Please connect me to a real person')
  await expect(panel.getByRole('log').getByText('somebody is online now')).toBeVisible()

  await ownerPage.goto('/admin/conversations')
  await ownerPage.getByRole('checkbox', { name: 'Waiting' }).check()
  await expect(ownerPage).toHaveURL(/waiting=1/)
  await expect(ownerPage.getByRole('row')).toHaveCount(3)
  await ownerPage.getByRole('link', { name: 'Please connect me to a real person' }).click()
  await expect(ownerPage.getByText('The visitor has been waiting for a person since')).toBeVisible()
  await ownerPage.getByRole('button', { name: 'No longer waiting' }).click()
  await expect(ownerPage.getByText('The visitor has been waiting')).toBeHidden()
  await ownerPage.getByRole('link', { name: 'All conversations' }).click()
  await ownerPage.getByRole('checkbox', { name: 'Waiting' }).check()
  await expect(ownerPage.getByRole('row')).toHaveCount(2)
})

test('a page greets and asks in its own words; the reply is rated, and the owner reads the comment', async ({
  page,
  ownerPage,
}) => {
  await ownerPage.goto('/admin/chatbot/openings')
  await ownerPage.getByRole('textbox', { name: 'Path of another page' }).fill('/about')
  const added = ownerPage.getByRole('group', { name: 'Another page' })
  await added.getByRole('textbox', { name: 'Greeting' }).fill('Curious about us?')
  await added.getByRole('textbox', { name: 'Questions' }).fill('Who are you?\nWhere are you?')
  await ownerPage.getByRole('button', { name: 'Save' }).click()
  await expect(ownerPage.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()

  const panel = await openChat(page, '/contact')
  await expect(panel.getByText("Hello! I'm your AI assistant.")).toBeVisible()
  await expect(panel.getByRole('button', { name: 'How much does it cost?' })).toBeVisible()
  await page.goto('/about')
  await expect(panel.getByText('Curious about us?')).toBeVisible()
  await panel.getByRole('button', { name: 'Who are you?' }).click()
  const log = panel.getByRole('log')
  await expect(log.getByText('Who are you?')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Where are you?' })).toBeHidden()

  const rating = log.getByRole('group', { name: 'Rate this reply' })
  const unhelpful = rating.getByRole('button', { name: 'Not helpful' })
  await unhelpful.click()
  await expect(unhelpful).toHaveAttribute('aria-pressed', 'true')
  await log.getByRole('textbox', { name: 'Comment' }).fill(hostile)
  await log.getByRole('button', { name: 'Send comment' }).click()
  await expect(log.getByText(hostile)).toBeVisible()
  await expect(unhelpful).toBeFocused()
  expect(await findings(page)).toEqual([])
  await page.reload()
  await expect(unhelpful).toHaveAttribute('aria-pressed', 'true')
  await expect(log.getByText(hostile)).toBeVisible()

  await ownerPage.goto('/admin/conversations')
  await expect(ownerPage.getByText('0 % (0 of 1)')).toBeVisible()
  await ownerPage.getByRole('combobox', { name: 'Rating' }).selectOption('With a comment')
  await expect(ownerPage.getByRole('row')).toHaveCount(2)
  await ownerPage.getByRole('link', { name: 'Who are you?' }).click()
  const transcript = ownerPage.getByRole('log', { name: 'Transcript' })
  await expect(transcript.getByText('Rated not helpful')).toBeVisible()
  await expect(transcript.getByText(hostile)).toBeVisible()
  await rating.getByRole('button', { name: 'Helpful', exact: true }).click()
  await expect(transcript.getByText('Rated helpful')).toBeVisible()
  for (const path of ['/admin/conversations', '/admin/chatbot/openings', '/admin/settings'])
    await expectAccessible(ownerPage, path)
})
