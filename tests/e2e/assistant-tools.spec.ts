import type { Page } from '@playwright/test'

import type { FakeBehaviour, RecordedRequest } from '#tests/fakes/ai-provider/server.ts'

import { expect, test } from './fixtures.ts'
import { storeKey } from './store-key.ts'

const guest = { name: `Chat guest ${process.pid}`, email: `chat-guest-${process.pid}@example.com` }

const call = (name: string, input: object): FakeBehaviour => ({
  kind: 'tool-calls',
  calls: [{ name, input }],
})

/** A model that calls a tool and answers with its result. */
function helpful({ body }: RecordedRequest): FakeBehaviour {
  const { messages } = body as { messages: { role: string; content: string }[] }
  const asked = String(messages.findLast(({ role }) => role === 'user')?.content)
  const told = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
  if (asked.includes('What would I save?')) {
    const input = { service: 'Workflow automation', people: 3, runs: 12, minutes: 8, rate: 35 }
    if (told.length === 0) return call('calculate_price', input)
    const [, year] = /"label":"Saved each year","value":"([^"]+)"/.exec(String(told[0])) ?? []
    return { kind: 'reply', text: `You save ${year} a year.` }
  }
  if (told.length === 0) return call('show_free_times', { days: 14 })
  const [time] = /\d{4}-\d\d-\d\dT\d\d:\d\dZ/.exec(String(told[0])) ?? []
  if (told.length === 1) return call('book_meeting', { type: 'consultation', time, name: guest.name })
  return { kind: 'reply', text: 'Please press the button below.' }
}

async function say(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
}

test('a visitor asks for a price and books in the chat, and the owner sees both', async ({
  page,
  ownerPage,
  ai,
}) => {
  test.setTimeout(120_000)
  await storeKey(ownerPage)
  ai.answerWith(helpful)
  await page.goto('/')
  await page.getByRole('button', { name: 'Open chat' }).click()
  const log = page.getByRole('log', { name: 'Conversation' })
  await say(page, `What would I save? I am ${guest.name}.`)
  await expect(log.getByText(/You save \$[\d,]+–\$[\d,]+ a year\./)).toBeVisible()

  await say(page, 'Please book a call.')
  await expect(log.getByText('Please press the button below.')).toBeVisible()
  const card = log.getByRole('form', { name: 'Consultation' })
  await expect(card.getByRole('textbox', { name: 'Name' })).toHaveValue(guest.name)

  await page.reload()
  await expect(card.getByRole('button', { name: 'Book this time' })).toBeVisible()
  await card.getByRole('textbox', { name: 'Email' }).fill(guest.email)
  await card.getByRole('button', { name: 'Book this time' }).click()
  await expect(log.getByText(/Your meeting is booked: /)).toBeVisible()
  await page.reload()
  await expect(log.getByText(/Your meeting is booked: /)).toBeVisible()
  await expect(card).toBeHidden()

  await ownerPage.goto(`/admin/conversations?q=${guest.name}`)
  await ownerPage.getByRole('link', { name: `I am ${guest.name}.` }).click()
  const transcript = ownerPage.getByRole('log', { name: 'Transcript' })
  await expect(transcript.getByText('calculate_price')).toBeVisible()
  await expect(transcript.getByText('confirmed by the visitor')).toBeVisible()
  await ownerPage.goto('/admin/bookings')
  await expect(ownerPage.getByRole('row', { name: guest.email })).toHaveCount(1)
})

test('the owner switches a tool off and on again', async ({ ownerPage }) => {
  await ownerPage.goto('/admin/chatbot/tools')
  const box = ownerPage.getByRole('checkbox', { name: 'Find pages' })
  await expect(box).toBeChecked()
  for (const isOn of [false, true]) {
    await box.setChecked(isOn)
    await ownerPage.getByRole('button', { name: 'Save' }).click()
    await expect(ownerPage.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    await ownerPage.reload()
    await expect(box).toBeChecked({ checked: isOn })
  }
})
