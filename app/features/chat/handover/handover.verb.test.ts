import { expect, test } from 'vitest'

import { attendConversation } from '#app/features/chat/conversations/change-conversation.server.ts'
import { deleteConversation } from '#app/features/chat/conversations/delete-conversation.server.ts'
import { readConversationListQuery } from '#app/features/chat/conversations/conversation-list-query.ts'
import {
  listConversations,
  readConversationFigures,
} from '#app/features/chat/conversations/list-conversations.server.ts'
import { handBack, takeOver } from '#app/features/chat/conversations/take-over.server.ts'
import { leaveInquiry } from '#app/features/chat/replies/leave-inquiry.server.ts'
import { readConversation } from '#app/features/chat/replies/read-conversation.server.ts'
import { createSession } from '#app/features/auth/session.server.ts'
import { siteSettings } from '#app/features/site/settings/site-settings.server.ts'
import { HOUR, MINUTE } from '#app/platform/clock.ts'
import { renderEmail } from '#app/platform/email/render-email.server.ts'
import { inquirySending } from '#tests/factories/inquiry.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { createChatCtx, messagesOf, say } from '#tests/support/chat-visitor.ts'
import { asOwner, type TestCtx } from '#tests/support/test-ctx.ts'

import { handoverEmail } from './handover.email.tsx'

const open = { isPresent: false, isOpen: true, opensAt: null }

async function chat() {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'reply', text: 'Of course.' })
  return { ctx, fake, owner: asOwner(ctx) }
}

async function notices(ctx: TestCtx) {
  const rows = await ctx.db
    .selectFrom('email')
    .select(['props', 'about', 'recipients'])
    .where('template', '=', handoverEmail.name)
    .orderBy('id')
    .execute()
  return rows.map(({ props, ...row }) => ({ ...row, props: handoverEmail.props.parse(JSON.parse(props)) }))
}

const press = (ctx: TestCtx, visit: { conversationId?: string; token?: string; address?: string } = {}) =>
  say(
    ctx,
    { conversationId: visit.conversationId ?? null, message: 'I would like a person.', person: true },
    visit,
  )

const waiting = async (ctx: TestCtx) =>
  (await listConversations(asOwner(ctx), readConversationListQuery(new URLSearchParams('waiting=1')))).total

test('plain words for a person reach the owner at once, and nothing else answers them', async () => {
  const { ctx, fake, owner } = await chat()
  await say(ctx, 'What do you do?')
  const { conversationId: id, token, events, text } = await say(ctx, 'Can I talk to a human?')
  expect(events).toEqual([{ type: 'handover', handover: open }])
  expect([text, fake.requests.length]).toEqual(['', 1])
  const [notice, ...others] = await notices(ctx)
  expect(others).toEqual([])
  expect(notice).toMatchObject({
    about: `conversation:${id}`,
    props: { page: '/contact', messages: [{ author: 'visitor', text: 'Can I talk to a human?' }] },
  })
  expect(await waiting(ctx)).toBe(1)
  expect(await readConversationFigures(owner)).toMatchObject({ waiting: 1 })
  expect(await readConversation(ctx, { id, token })).toMatchObject({ handover: open })
})

test('the button begins a conversation without asking a model, and keeps what the visitor says', async () => {
  const { ctx, fake } = await chat()
  const visitor = await press(ctx)
  expect(visitor.events).toEqual([{ type: 'handover', handover: open }])
  expect(fake.requests).toEqual([])
  expect(await messagesOf(ctx)).toMatchObject([{ author: 'visitor', text: 'I would like a person.' }])
  expect(await notices(ctx)).toHaveLength(1)
  expect((await say(ctx, 'And meanwhile?', visitor)).text).toBe('Of course.')
})

test('what the assistant understands as asking for a person is handed over too', async () => {
  const { ctx, fake } = await chat()
  fake.behave({
    kind: 'tool-call',
    name: 'offer_contact_form',
    input: { reason: 'wants_person' },
    text: 'Here.',
  })
  const { events } = await say(ctx, 'Is anybody real around?')
  expect(events.slice(-2)).toEqual([
    { type: 'handover', handover: open },
    { type: 'done', end: 'whole' },
  ])
  expect((await notices(ctx))[0]?.props.messages).toEqual([
    { author: 'visitor', text: 'Is anybody real around?' },
    { author: 'assistant', text: 'Here.' },
  ])
})

test('one mail an hour while the visitor waits, and another when one asks again after being attended to', async () => {
  const { ctx, owner } = await chat()
  const visitor = await press(ctx)
  const id = visitor.conversationId
  await Promise.all([press(ctx, visitor), press(ctx, visitor)])
  await say(ctx, 'human please', visitor)
  expect(await notices(ctx)).toHaveLength(1)
  ctx.clock.advance(HOUR + 1)
  await press(ctx, visitor)
  expect(await notices(ctx)).toHaveLength(2)
  await takeOver(owner, id)
  expect([await waiting(ctx), await readConversation(ctx, { id, token: visitor.token })]).toMatchObject([
    0,
    { handover: null },
  ])
  expect((await press(ctx, visitor)).events).toEqual([{ type: 'speaker', speaker: 'owner' }])
  await handBack(owner, id)
  await press(ctx, visitor)
  await attendConversation(owner, id)
  expect(await waiting(ctx)).toBe(0)
  await press(ctx, visitor)
  expect(await notices(ctx)).toHaveLength(4)
})

test('outside business hours the visitor hears when it opens, and waits no more once a message is left', async () => {
  const { ctx, owner } = await chat()
  // The tests' day is a Saturday; Berlin is an hour ahead of UTC.
  const closed = { Saturday: '', Sunday: '', Monday: '9-17', timeZone: 'Europe/Berlin' }
  await siteSettings.save(owner, siteSettingsFields(closed))
  const opensAt = Date.parse('2026-11-23T08:00Z')
  const { conversationId: id, token, events } = await press(ctx)
  expect(events).toEqual([{ type: 'handover', handover: { isPresent: false, isOpen: false, opensAt } }])
  await leaveInquiry(ctx, { id, token, sending: inquirySending(ctx) })
  expect(await waiting(ctx)).toBe(0)
  const lead = await ctx.db.selectFrom('lead_event').select('body').where('kind', '=', 'transcript').execute()
  expect(lead).toEqual([{ body: 'Visitor: I would like a person.' }])
})

test('somebody who is signed in and active is said to be there, and nobody else', async () => {
  const { ctx } = await chat()
  const owner = await createTestOwner(ctx)
  await createSession(ctx, { id: owner.id, userAgent: null })
  ctx.clock.advance(4 * MINUTE)
  expect((await press(ctx)).events).toMatchObject([{ handover: { isPresent: true } }])
  ctx.clock.advance(2 * MINUTE)
  expect((await press(ctx)).events).toMatchObject([{ handover: { isPresent: false } }])
})

test('somebody who may not answer visitors, or no longer, is not said to be there', async () => {
  const { ctx } = await chat()
  const signIn = async (member: Parameters<typeof createTestMember>[1]) =>
    createSession(ctx, { id: (await createTestMember(ctx, member)).id, userAgent: null })
  await signIn({ role: 'editor' })
  await signIn({ role: 'viewer' })
  await signIn({ role: 'sales', removedAt: ctx.clock.now() })
  expect((await press(ctx)).events).toMatchObject([{ handover: { isPresent: false } }])
  await signIn({ role: 'sales' })
  expect((await press(ctx)).events).toMatchObject([{ handover: { isPresent: true } }])
})

test('many who ask are bounded: nothing is promised, nothing stored, and the form is offered in words', async () => {
  const { ctx } = await chat()
  for (let n = 0; n < 5; n += 1) await press(ctx)
  await expect(press(ctx)).rejects.toMatchObject({
    code: 'too-many',
    message: expect.stringContaining('contact form'),
  })
  const { events } = await say(ctx, 'Talk to a human')
  expect(events.map(({ type }) => type)).not.toContain('handover')
  expect([await notices(ctx), await waiting(ctx)]).toMatchObject([{ length: 5 }, 5])
})

test('a conversation at its maximum length can still be handed over', async () => {
  const { ctx } = await chat()
  const visitor = await say(ctx, 'Hello')
  await ctx.db.updateTable('conversation').set({ turns: 30 }).execute()
  expect((await press(ctx, visitor)).events).toEqual([{ type: 'handover', handover: open }])
  await ctx.db.updateTable('conversation').set({ turns: 35 }).execute()
  await expect(press(ctx, visitor)).rejects.toMatchObject({ code: 'too-many' })
})

test('a deleted conversation takes its mails along', async () => {
  const { ctx, owner } = await chat()
  await deleteConversation(owner, (await press(ctx)).conversationId)
  expect(await notices(ctx)).toEqual([])
})

test('the mail holds link, hours and messages, as text and as HTML, whatever was written', async () => {
  const { ctx } = await chat()
  const site = await ctx.site(ctx)
  const hostile = '<script>alert(1)</script> [x](javascript:y)\r\nBcc: a@b.example'
  const mail = await renderEmail(
    handoverEmail,
    {
      conversationId: 'c1',
      page: '/"><img src=x>',
      since: Date.parse('2026-11-21T20:05Z'),
      timeZone: 'Europe/Berlin',
      isPresent: false,
      isOpen: false,
      opensAt: Date.parse('2026-11-23T08:00Z'),
      messages: [
        { author: 'assistant', text: 'Hello.' },
        { author: 'visitor', text: hostile },
      ],
    },
    site,
  )
  expect(mail.text).toContain('since Nov 21, 2026, 9:05 PM (Europe/Berlin)')
  expect(mail.text).toContain('open again on Nov 23, 2026, 9:00 AM (Europe/Berlin)')
  for (const each of [mail.text, mail.html]) {
    expect(each).toContain(`${site.publicUrl}/admin/conversations/c1`)
    expect(each).toContain('Hello.')
  }
  expect(mail.html).not.toMatch(/<script>|<img src=x/)
})
