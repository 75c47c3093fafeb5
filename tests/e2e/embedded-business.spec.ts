import type { FakeBehaviour, RecordedRequest } from '#tests/fakes/ai-provider/server.ts'

import { expect } from './fixtures.ts'
import { askOn, chatOn, createAssistant, watched, withSites } from './host-pages.ts'
import { storeKey } from './store-key.ts'
import { wordpressPage } from './wordpress-page.ts'

const guest = { name: `Frame guest ${process.pid}`, email: `frame-guest-${process.pid}@example.com` }

const call = (name: string, input: object): FakeBehaviour => ({
  kind: 'tool-calls',
  calls: [{ name, input }],
})

/** A model that offers the form, or books the first free time. */
function helpful({ body }: RecordedRequest): FakeBehaviour {
  const { messages } = body as { messages: { role: string; content: string }[] }
  const asked = String(messages.findLast(({ role }) => role === 'user')?.content)
  if (asked.includes('garden room'))
    return {
      kind: 'tool-call',
      name: 'offer_contact_form',
      input: { reason: 'wants_quote' },
      text: 'Gladly.',
    }
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user'))
  const told = since.filter(({ role }) => role === 'tool').map(({ content }) => content)
  if (told.length === 0) return call('show_free_times', { days: 14 })
  const [time] = /\d{4}-\d\d-\d\dT\d\d:\d\dZ/.exec(String(told[0])) ?? []
  if (told.length === 1) return call('book_meeting', { type: 'consultation', time, name: guest.name })
  return { kind: 'reply', text: 'Please press the button below.' }
}

withSites(
  'on a WordPress site a visitor leaves an inquiry, books a meeting and speaks with the team',
  async ({ browser, ownerPage, ai, sites }) => {
    withSites.setTimeout(90_000)
    const { shop } = sites
    ai.answerWith(helpful)
    await storeKey(ownerPage)
    shop.show({ html: wordpressPage(await createAssistant(ownerPage, 'Shop', [shop.origin])) })
    const context = await browser.newContext()
    const { host, console } = await watched(context)
    await host.goto(shop.origin)
    const open = host.getByRole('button', { name: 'Open chat' })
    await open.hover()
    expect(await open.boundingBox()).toMatchObject({ width: 56, height: 56 })
    await open.click()
    const chat = chatOn(host)
    const log = chat.getByRole('log', { name: 'Conversation' })

    await askOn(host, 'I want a quote for a garden room')
    const form = log.getByRole('form', { name: 'Leave us a message' })
    await form.getByRole('textbox', { name: 'Name *' }).fill(guest.name)
    await form.getByRole('textbox', { name: 'Email *' }).fill(guest.email)
    await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(chat.getByRole('status').filter({ hasText: 'Message Sent!' })).toBeVisible()

    await askOn(host, 'Please book a call.')
    const card = log.getByRole('form', { name: 'Consultation' })
    await card.getByRole('textbox', { name: 'Email' }).fill(guest.email)
    await card.getByRole('button', { name: 'Book this time' }).click()
    await expect(log.getByText(/Your meeting is booked: /)).toBeVisible()

    await ownerPage.goto('/admin/conversations')
    await ownerPage.getByRole('link', { name: /I want a quote for a garden room/ }).click()
    await ownerPage.getByRole('button', { name: 'Take over' }).click()
    await expect(log.getByText('Our team has joined.')).toBeVisible()
    await ownerPage.getByRole('textbox', { name: 'Message' }).fill('Ada here: which wood?')
    await ownerPage.getByRole('button', { name: 'Send' }).click()
    await expect(log.getByText('Ada here: which wood?')).toBeVisible()
    await askOn(host, 'Larch, please.')
    const transcript = ownerPage.getByRole('log', { name: 'Transcript' })
    await expect(transcript.getByText('Larch, please.')).toBeVisible()
    expect(console).toEqual([])
    await context.close()

    await ownerPage.goto('/admin/bookings')
    await expect(ownerPage.getByRole('row', { name: guest.email })).toHaveCount(1)
    await ownerPage.goto('/admin/leads')
    await ownerPage.getByRole('link', { name: guest.name }).first().click()
    await expect(ownerPage.getByText('Visitor: I want a quote for a garden room')).toBeAttached()
  },
)
