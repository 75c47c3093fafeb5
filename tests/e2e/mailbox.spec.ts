import type { Page } from '@playwright/test'

import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { findings, sidewaysExcess } from './axe.ts'
import { expect, testWithMailbox } from './fixtures.ts'
import { storeKey } from './store-key.ts'

const test = testWithMailbox()

const written = (from: string, id: string, text: string, head: readonly string[] = []) =>
  [`From: ${from}`, 'To: hello@agency.example', `Message-ID: <${id}>`, ...head, '', text].join('\n')

async function lookAt(page: Page): Promise<void> {
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await sidewaysExcess(page), `at ${width} px`).toBeLessThanOrEqual(0)
  }
  expect(await findings(page)).toEqual([])
}

test('from the notice to a drafted reply, its answer and a lead that is won', async ({
  ownerPage: page,
  app,
  smtp,
  ai,
  mailbox,
}) => {
  const email = 'ada@journey.example.com'
  await storeKey(page)
  await page.goto('/admin/saved-replies')
  const added = page.getByRole('form', { name: 'New saved reply' })
  await added.getByRole('textbox', { name: 'Name' }).fill('Greeting')
  await added.getByRole('textbox', { name: 'Text' }).fill('Dear {firstName},')
  await added.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Delete Greeting' }).click()
  await page.getByRole('status').filter({ hasText: 'Deleted' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('form', { name: 'Greeting' })).toBeVisible()
  await lookAt(page)
  await sendInquiry(app.url, { name: 'Ada Lovelace', email, message: 'Can an agent answer our calls?' })

  const notice = () =>
    smtp.arrived
      .map(({ text }) => /\/admin\/leads\/[\w-]+/.exec(text)?.[0])
      .find((path) => path !== undefined)
  await expect.poll(notice).toBeDefined()
  await page.goto(String(notice()))
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible()

  const reply = page.getByRole('textbox', { name: 'Reply' })
  await page.getByRole('button', { name: 'Saved replies' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Greeting' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reply).toHaveValue('Dear Ada,')
  await expect(reply).toBeFocused()
  ai.behave({ kind: 'reply', text: 'Yes, it can. When may we call you?' })
  await page.getByRole('button', { name: 'Draft with the assistant' }).click()
  await expect(page.getByRole('button', { name: 'Undo draft' })).toBeVisible()
  await page.getByRole('button', { name: 'Send reply' }).click()
  const thread = page.getByRole('list', { name: 'Thread' })
  await expect(thread.getByText('Sent', { exact: true })).toBeVisible()
  const sent = () =>
    smtp.arrived.find(({ envelope, subject }) => envelope.to.includes(email) && subject.startsWith('Re:'))
  await expect.poll(sent).toBeDefined()
  const header = (name: string) => sent()?.headers.find(([key]) => key === name)?.[1]
  expect(header('reply-to')).toMatch(/hello\+[\w.-]+@agency\.example/)

  mailbox.deliver(
    written(
      `Ada <${email}>`,
      'answer@journey.example.com',
      'On Tuesday at ten, please.\n\n> When may we call?',
      [`In-Reply-To: ${header('message-id')}`, 'Subject: Re: your inquiry'],
    ),
  )
  await expect(thread.getByText('On Tuesday at ten, please.')).toBeVisible({ timeout: 60_000 })
  await expect(thread.getByText('When may we call?', { exact: true })).toBeHidden()
  await lookAt(page)

  await page.getByRole('radio', { name: 'Won' }).check()
  await expect(page.getByText('Moved to Won')).toBeVisible()
})

test('mails without a lead are filed, made leads of and dismissed, and all of it is undone', async ({
  ownerPage: page,
  app,
  mailbox,
}) => {
  await sendInquiry(app.url, { name: 'Grace Hopper', email: 'grace@unfiled.example.com', message: 'Hello' })
  const head = (subject: string) => [`Subject: ${subject}`]
  mailbox.deliver(
    written('Grace <grace@unfiled.example.com>', '1@u.example', 'The papers.\n\n> As agreed', head('Papers')),
  )
  mailbox.deliver(
    written('Alan <alan@unfiled.example.com>', '2@u.example', 'May we talk?', head('A question')),
  )
  mailbox.deliver(written('shop@unfiled.example.com', '3@u.example', 'Buy', head('Newsletter')))
  await page.goto('/admin')
  const needs = page.getByRole('list', { name: 'Needs you' })
  for (const subject of ['Papers', 'A question', 'Newsletter'])
    await expect(needs.getByText(subject, { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.goto('/admin/leads')
  await page.getByRole('link', { name: 'Unfiled mails' }).click()
  const list = page.getByRole('list', { name: 'Unfiled mails' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  const undo = (title: string) =>
    page.getByRole('status').filter({ hasText: title }).getByRole('button', { name: 'Undo' })

  await test.step('one is filed with a lead that is proposed', async () => {
    await lookAt(page)
    await list.getByRole('link', { name: 'Papers' }).click()
    await expect(page.getByText('As agreed')).toBeHidden()
    await page.getByText('Quoted text').click()
    await expect(page.getByText('As agreed')).toBeVisible()
    await lookAt(page)
    await page.getByRole('button', { name: 'File with Grace Hopper' }).click()
    await undo('Filed').click()
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('hopper')
    await page.getByRole('searchbox', { name: 'Search leads' }).press('Enter')
    await page.getByRole('button', { name: 'File with Grace Hopper' }).click()
    await page.getByRole('link', { name: 'Open the lead' }).click()
    await expect(page.getByRole('list', { name: 'Thread' }).getByText('The papers.')).toBeVisible()
  })

  await test.step('one becomes a lead', async () => {
    await page.goto('/admin/unfiled')
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await list.getByRole('link', { name: 'A question' }).click()
    await page.getByRole('button', { name: 'Create a new lead' }).click()
    await undo('Lead created').click()
    await page.getByRole('button', { name: 'Create a new lead' }).click()
    await page.getByRole('link', { name: 'Open the lead' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Alan' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Thread' }).getByRole('listitem')).toHaveCount(1)
  })

  await test.step('the rest is dismissed by keyboard', async () => {
    await page.goto('/admin/unfiled')
    await page.getByRole('checkbox', { name: 'Select Newsletter' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'No unfiled mails' })).toBeVisible()
    await undo('1 mail dismissed').press('Enter')
    await expect(list.getByRole('listitem')).toHaveCount(1)
  })
})
