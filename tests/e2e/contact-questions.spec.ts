import type { Page } from '@playwright/test'

import { createPdf } from '#tests/factories/pdf.ts'

import { findings, sidewaysExcess } from './axe.ts'
import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, testOnFreshServer } from './fixtures.ts'
import { storeKey } from './store-key.ts'

const test = testOnFreshServer()

type Asked = { question: string; kind: string; choices?: string; isRequired?: boolean }

async function ask(page: Page, { question, kind, choices, isRequired }: Asked): Promise<void> {
  await page.goto('/admin/contact-form')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('textbox', { name: 'Question' }).fill(question)
  await page.getByRole('combobox', { name: 'Kind' }).selectOption(kind)
  if (isRequired) await page.getByRole('checkbox', { name: 'Required' }).check()
  const list = page.getByRole('textbox', { name: 'Choices' })
  if (choices === undefined) await expect(list).toBeHidden()
  else await list.fill(choices)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Questions' })).toContainText(question)
}

async function openLead(page: Page, name: string) {
  await page.goto('/admin/leads')
  await page.getByRole('link', { name }).first().click()
  return page.getByRole('list', { name: 'Thread' })
}

const questionsOf = (page: Page) => page.getByRole('list', { name: 'Questions' }).getByRole('listitem')

const budget = { question: 'Your budget?', kind: 'One of several', choices: 'Small\nLarge', isRequired: true }

test(
  'the owner asks, a visitor answers, and the lead keeps question and answer',
  { tag: '@main' },
  async ({ page, ownerPage }) => {
    // A page from before the first question.
    const older = await page.context().newPage()
    await older.goto('/contact')
    await ask(ownerPage, budget)
    await ask(ownerPage, {
      question: 'What is it about?',
      kind: 'Several of several',
      choices: 'Calls\nMails\nOther',
    })
    await ask(ownerPage, { question: 'Since when?', kind: 'Date' })
    expect(await findings(ownerPage)).toEqual([])
    await ownerPage.getByRole('button', { name: 'Move up: Since when?' }).click()
    await expect(questionsOf(ownerPage).nth(1)).toContainText('Since when?')

    const visitor = newVisitor()
    await expect(async () => {
      await page.goto('/contact')
      await expect(page.getByLabel('Since when?')).toBeVisible({ timeout: 500 })
    }).toPass()
    await fillContactForm(page, visitor)
    await page.getByLabel('Your budget?').selectOption('Large')
    await page.getByLabel('Since when?').fill('2026-11-01')
    const about = page.getByRole('group', { name: 'What is it about?' })
    await about.getByRole('checkbox', { name: 'Calls' }).check()
    await about.getByRole('checkbox', { name: 'Other' }).check()
    expect(await findings(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 700 })
    expect(await sidewaysExcess(page)).toBe(0)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' }).first()).toBeVisible()
    const thread = await openLead(ownerPage, visitor.name)
    for (const text of ['Your budget?', 'Large', 'Calls, Other', '2026-11-01'])
      await expect(thread).toContainText(text)

    const late = newVisitor()
    await fillContactForm(older, late)
    await older.getByRole('button', { name: 'Send Message' }).click()
    await expect(older.getByRole('alert')).toContainText('Please answer this question.')
    await expect(older.getByLabel('Your budget?')).toBeFocused()
    await expect(older.getByRole('textbox', { name: 'Message *' })).toHaveValue(late.message)
    await older.getByLabel('Your budget?').selectOption('Small')
    await older.getByRole('button', { name: 'Send Message' }).click()
    await expect(older.getByRole('status').filter({ hasText: 'Message Sent!' }).first()).toBeVisible()

    await ownerPage.goto('/admin/contact-form')
    await ownerPage.getByRole('button', { name: 'Delete Your budget?' }).click()
    await expect(questionsOf(ownerPage)).toHaveCount(2)
    await ownerPage.getByRole('button', { name: 'Undo' }).click()
    await expect(questionsOf(ownerPage)).toHaveCount(3)
    await ownerPage.getByRole('button', { name: 'Delete Your budget?' }).click()
    await expect(questionsOf(ownerPage)).toHaveCount(2)
    await ownerPage.goto('/admin/leads')
    await ownerPage.getByText('More filters').click()
    await ownerPage.getByRole('combobox', { name: 'Answer' }).selectOption('Your budget? Large')
    await ownerPage.getByRole('button', { name: 'Apply' }).click()
    await expect(ownerPage.getByRole('link', { name: visitor.name })).toBeVisible()
    await expect(ownerPage.getByRole('link', { name: late.name })).toBeHidden()
    await expect(await openLead(ownerPage, visitor.name)).toContainText('Your budget?')
  },
)

test('the form in the chat asks too', async ({ page, ownerPage, ai }) => {
  await ask(ownerPage, { question: 'How did you find us?', kind: 'Short text', isRequired: true })
  ai.behave({
    kind: 'tool-call',
    name: 'offer_contact_form',
    input: { reason: 'wants_quote' },
    text: 'Gladly.',
  })
  await storeKey(ownerPage)
  const visitor = newVisitor()
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open chat' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill(visitor.message)
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Leave us a message' })
  await form.getByRole('textbox', { name: 'Name *' }).fill(visitor.name)
  await form.getByRole('textbox', { name: 'Email *' }).fill(visitor.email)
  await form.getByRole('textbox', { name: 'How did you find us?' }).fill('By chance')
  await form.getByRole('checkbox', { name: /^I agree/ }).check()
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' })).toBeVisible()
  await expect(await openLead(ownerPage, visitor.name)).toContainText('By chance')
  await ownerPage.goto('/admin/contact-form')
  await ownerPage.getByRole('button', { name: 'Delete How did you find us?' }).click()
})

test('the questions of a meeting are asked and answered', async ({ page, ownerPage }) => {
  await ownerPage.goto('/admin/bookings/types/consultation')
  await ownerPage.getByRole('textbox', { name: 'Questions' }).fill('Which topic? *')
  await ownerPage.getByRole('button', { name: 'Save' }).click()
  const visitor = newVisitor()
  await page.goto('/book')
  await page.getByRole('list', { name: 'Times' }).getByRole('button').last().click()
  await page.getByRole('textbox', { name: 'Name' }).fill(visitor.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(visitor.email)
  await page.getByRole('textbox', { name: 'Which topic?' }).fill('Forty calls')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your meeting is booked')
  await expect(await openLead(ownerPage, visitor.name)).toContainText('Which topic?')
})

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(createPdf([['Our brief']])),
})

test('a visitor sends a file with the form, a wrong one is refused with the text kept, and members download it', async ({
  page,
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('400')
  await ownerPage.goto('/admin/pages')
  await ownerPage.getByRole('link', { name: 'Contact', exact: true }).first().click()
  await ownerPage.getByRole('button', { name: /^Contact page/ }).click()
  await ownerPage.getByRole('link', { name: 'Questions of the form' }).click()
  await ownerPage.getByRole('button', { name: 'Add question' }).click()
  await ownerPage.getByRole('textbox', { name: 'Question' }).fill('Your brief?')
  await expect(ownerPage.getByRole('group', { name: 'Accepted files' })).toBeHidden()
  await ownerPage.getByRole('combobox', { name: 'Kind' }).selectOption('File')
  await ownerPage.getByRole('checkbox', { name: 'Pictures' }).uncheck()
  await ownerPage.getByRole('textbox', { name: 'Largest size in MB' }).fill('1')
  await ownerPage.getByRole('checkbox', { name: 'Required' }).check()
  await ownerPage.getByRole('button', { name: 'Save' }).click()
  await expect(questionsOf(ownerPage)).toContainText(['at most 1 MB'])
  expect(await findings(ownerPage)).toEqual([])

  const visitor = newVisitor()
  const chosen = page.getByLabel('Your brief?')
  await expect(async () => {
    await page.goto('/contact')
    await expect(chosen).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await findings(page)).toEqual([])
  await fillContactForm(page, visitor)
  await chosen.setInputFiles({ ...pdf('large.pdf'), buffer: Buffer.alloc(1024 * 1024 + 1) })
  await expect(chosen).toHaveJSProperty('validationMessage', 'Please choose a file of at most 1 MB.')
  await chosen.setInputFiles({ ...pdf('drawing.pdf'), buffer: Buffer.from('<svg onload="alert(1)"/>') })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('alert')).toContainText('Please choose a file of one of these kinds: PDF')
  await expect(page.getByRole('textbox', { name: 'Message *' })).toHaveValue(visitor.message)
  await chosen.setInputFiles(pdf('Our brief.pdf'))
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' }).first()).toBeVisible()
  const thread = await openLead(ownerPage, visitor.name)
  const [download] = await Promise.all([
    ownerPage.waitForEvent('download'),
    thread.getByRole('link', { name: /^Our brief\.pdf 1 KB/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Our brief.pdf')
  await ownerPage.goto('/admin/contact-form')
  await ownerPage.getByRole('button', { name: 'Delete Your brief?' }).click()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('questions are added and answered, and a form from before is asked again with its text kept', async ({
    page,
    ownerPage,
    expectedConsole,
  }) => {
    expectedConsole.push('400')
    const visitor = newVisitor()
    await page.goto('/contact')
    await fillContactForm(page, visitor)
    await ask(ownerPage, { ...budget, question: 'How large is it?' })
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Please answer this question.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message *' })).toHaveValue(visitor.message)
    await page.getByLabel('How large is it?').selectOption('Large')
    await page.getByRole('checkbox', { name: /^I agree/ }).check()
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page).toHaveURL(/\/contact\/thank-you$/)
    const thread = await openLead(ownerPage, visitor.name)
    await expect(thread).toContainText('How large is it?')
    await expect(thread).toContainText('Large')
  })

  test('a file is chosen and sent', async ({ page, ownerPage }) => {
    await ask(ownerPage, { question: 'Your quote?', kind: 'File' })
    const visitor = newVisitor()
    await expect(async () => {
      await page.goto('/contact')
      await expect(page.getByLabel('Your quote?')).toBeVisible({ timeout: 500 })
    }).toPass()
    await fillContactForm(page, visitor)
    await page.getByLabel('How large is it?').selectOption('Large')
    await page.getByLabel('Your quote?').setInputFiles(pdf('Quote.pdf'))
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page).toHaveURL(/\/contact\/thank-you$/)
    await expect(await openLead(ownerPage, visitor.name)).toContainText('Quote.pdf')
  })
})
