import { createToken } from '#app/features/auth/tokens/tokens.server.ts'
import { addText } from '#app/features/knowledge/items/add-item.server.ts'
import { answerApi } from '#app/actions/rest/answer-api.server.ts'
import type { Role } from '#app/platform/permissions.ts'
import { createBooking } from '#tests/factories/booking.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createEmail } from '#tests/factories/email.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createPerson } from '#tests/factories/person.ts'
import { createTestPost } from '#tests/factories/post.ts'

import { asOwner, createTestCtx, type TestCtx } from './test-ctx.ts'

export type Records = Awaited<ReturnType<typeof storeRecords>>

/** Stores one record of each kind. */
export async function storeRecords(ctx: TestCtx) {
  const leadId = await createLead(ctx, { name: 'Ada Lovelace' })
  const owner = asOwner(ctx)
  const personId = await createPerson(owner)
  const conversationId = await createConversation(ctx, [{ text: 'Hello' }])
  const { id: postId } = await createTestPost(ctx, {}, false)
  await addText(owner, { title: 'Hours', text: 'We are open on Mondays.' })
  const { id: bookingId } = await createBooking(ctx)
  const mailId = await createEmail(ctx, { state: 'failed' })
  return { leadId, personId, conversationId, postId, bookingId, mailId }
}

/** Returns a valid input for each action. */
export function inputsOf(records: Records): Readonly<Record<string, object>> {
  const { leadId, personId, conversationId, postId, bookingId, mailId } = records
  return {
    list_services: {},
    search_site: { q: 'AI' },
    find_page: { about: 'voice agents' },
    calculate_price: { service: 'Workflow automation', people: 3, runs: 12, minutes: 8, rate: 35 },
    show_free_times: {},
    book_meeting: {
      type: 'consultation',
      time: '2026-11-24T10:00Z',
      name: 'Grace',
      email: 'grace@example.com',
    },
    get_booking: { id: bookingId },
    list_today: {},
    settle_item: { item: `inquiry:${leadId}`, until: 'tomorrow' },
    restore_item: { item: `inquiry:${leadId}`, did: 'snoozed' },
    list_leads: {},
    get_lead: { id: leadId },
    create_lead: { name: 'Grace', email: 'grace@example.com', message: 'Call me', consent: true },
    change_lead: { id: leadId, status: 'contacted' },
    add_lead_note: { id: leadId, note: 'Called' },
    reply_to_lead: { id: leadId, text: 'Yes, we can.' },
    list_people: {},
    get_person: { id: personId },
    list_conversations: {},
    get_conversation: { id: conversationId },
    list_mails: { state: 'failed' },
    get_mail: { id: mailId },
    resend_mail: { id: mailId },
    list_posts: {},
    get_post: { id: postId },
    create_post: { title: 'News', content: 'Text' },
    publish_post: { id: postId, isPublished: true },
    list_pages: {},
    list_knowledge: {},
    add_knowledge: { title: 'Prices', text: 'From 100' },
    list_facts: {},
    change_fact: { name: 'hours', value: '9 to 5' },
    get_week: {},
    get_self: {},
  }
}

export type Api = Awaited<ReturnType<typeof createApi>>

/** Creates the API over a fresh database, called with a member's token. */
export async function createApi(role: Role = 'owner', overrides: Parameters<typeof createTestCtx>[0] = {}) {
  const ctx = await createTestCtx(overrides)
  const { actor } = await createTestMember(ctx, { role })
  const { token } = await createToken(asOwner(ctx, actor), { name: 'Tests', role, days: '30' })
  return { ctx, actor, token, ask }

  async function ask(path: string, { headers, ...init }: RequestInit & { json?: unknown } = {}) {
    const { json, ...rest } = init
    const request = new Request(`http://localhost:3000${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...Object.fromEntries(new Headers(headers)),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...rest,
    })
    return answerApi(ctx, request, { requestId: 'test', clientAddress: '203.0.113.9', nonce: '' })
  }
}
