import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { defaultAssistantSettings } from '#app/features/chat/assistants/assistant-settings.server.ts'
import { saveAssistant } from '#app/features/chat/assistants/change-assistants.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { renderEmail, siteFor } from '#app/platform/email/render-email.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { makeClientLink, readClientLink, revokeClientLink } from './client-link.server.ts'
import { clientWeekEmail } from './client-week.email.tsx'
import { readClientTranscript, readClientView } from './read-client-view.server.ts'
import { sendClientWeeks } from './send-client-weeks.job.server.ts'

const german = { language: 'de' as const, emails: ['client@shop.example'] }

async function withClient(hidesContacts = false, mails: Partial<typeof german> = {}) {
  const ctx = await createTestCtx()
  const owner = asOwner(ctx)
  const add = (name: string) =>
    saveAssistant(owner, { id: 'new', name, collections: [], fields: defaultAssistantSettings('Bot') })
  const [id, other] = [await add('Shop'), await add('Other')]
  const said = [
    { text: 'I am ada@example.com, call +49 30 901820. 3 sheds?' },
    {
      author: 'assistant' as const,
      text: 'Gladly.',
      cost_micros: 4242,
      failure: 'inner',
      provider: 'openai',
      rating: 'helpful' as const,
    },
  ]
  const columns = {
    assistant_id: id,
    visitor_name: 'Ada',
    visitor_email: 'ada@example.com',
    page: 'https://shop.example/x',
  }
  const conversation = await createConversation(ctx, said, columns)
  const foreign = await createConversation(ctx, [{ text: 'Secret of another' }], { assistant_id: other })
  await createConversation(ctx, [{ text: 'Secret of the site' }])
  const question = { asked_at: ctx.clock.now(), terms: '', conversation_id: null }
  for (const [assistant_id, text] of [
    [id, 'Do you ship?'],
    [other, 'Secret question'],
  ] as const)
    await ctx.db
      .insertInto('unanswered_question')
      .values({ ...question, id: newId(), text, assistant_id })
      .execute()
  await makeClientLink(owner, { id, days: '30', hidesContacts, language: 'en', emails: [], ...mails })
  return { ctx, owner, id, other, conversation, foreign, key: await keyOf(owner, id) }
}

async function keyOf(owner: TestCtx, id: string): Promise<string> {
  const { url } = assertDefined(await readClientLink(owner, id), 'the test has made it')
  return String(new URL(url).searchParams.get('key'))
}

test('a client sees figures, conversations and questions of their assistant, and nothing else', async () => {
  const { ctx, id, conversation, foreign, key } = await withClient()
  const view = await readClientView(ctx, { id, key }, 1)
  // Compared as a whole, so that a new field fails the test until somebody has decided that clients may see it.
  expect(view).toEqual({
    name: 'Shop',
    timeZone: 'UTC',
    days: 30,
    until: ctx.clock.now() + 30 * DAY,
    figures: { conversations: 1, replies: 1, helpful: 1, unhelpful: 0, inquiries: 0 },
    conversations: [
      {
        id: conversation,
        at: expect.any(Number),
        turns: 1,
        language: null,
        opening: 'I am ada@example.com, call +49 30 901820. 3 sheds?',
      },
    ],
    paging: { page: 1, pages: 1, total: 1 },
    questions: [{ text: 'Do you ship?', at: expect.any(Number) }],
  })
  const transcript = await readClientTranscript(ctx, { id, key }, conversation)
  expect(transcript.messages).toEqual([
    {
      id: expect.any(String),
      author: 'visitor',
      at: expect.any(Number),
      text: expect.stringMatching(/^I am ada/),
    },
    { id: expect.any(String), author: 'assistant', at: expect.any(Number), text: 'Gladly.' },
  ])
  expect(JSON.stringify([view, transcript])).not.toMatch(/Secret|4242|inner|openai|"Ada"/)
  await expect(readClientTranscript(ctx, { id, key }, foreign)).rejects.toMatchObject({ code: 'not-found' })
})

test('the owner can hide addresses and numbers', async () => {
  const { ctx, id, conversation, key } = await withClient(true)
  const all = [
    await readClientView(ctx, { id, key }, 1),
    await readClientTranscript(ctx, { id, key }, conversation),
  ]
  expect(JSON.stringify(all)).toContain('I am [e-mail] call [number]. 3 sheds?')
  expect(JSON.stringify(all)).not.toMatch(/ada@|901820/)
})

test.each([
  '+49 (30) 901820',
  '(030) / 90 18 20',
  '+49 30–90–18–20',
  '030 · 90 · 18 · 20',
  '٠٣٠٩٠١٨٢٠',
  '０３０－９０１８２０',
  '030\u200B90\u200B18\u200B20',
  'ada＠example.com',
  '<ada@example.com>',
])('%s is hidden, and the sentence around it is not', async (contact) => {
  const { ctx, id, key } = await withClient(true)
  await createConversation(ctx, [{ text: `Ask ${contact}. 3 sheds?` }], { assistant_id: id })
  const shown = JSON.stringify((await readClientView(ctx, { id, key }, 1)).conversations)
  expect(shown).toMatch(/Ask <?\[(?:number|e-mail)\]>?\. 3 sheds\?|Ask <?\[e-mail\] 3 sheds\?/)
})

test('the mail shows no more than the page', async () => {
  const { ctx, id } = await withClient(true, { emails: ['client@shop.example'] })
  const question = { id: newId(), asked_at: ctx.clock.now(), terms: '', conversation_id: null }
  const text = 'Why no answer to ada@example.com?'
  await ctx.db
    .insertInto('unanswered_question')
    .values({ ...question, text, assistant_id: id })
    .execute()
  ctx.clock.advance(2 * DAY)
  await sendClientWeeks.run(ctx, {}, { signal: new AbortController().signal })
  const row = await ctx.db.selectFrom('email').select('props').executeTakeFirstOrThrow()
  const stored = clientWeekEmail.props.parse(JSON.parse(row.props))
  // Compared as a whole, so that a new field fails the test until somebody has decided that clients may see it.
  const none = { conversations: 0, replies: 0, helpful: 0, unhelpful: 0, inquiries: 0 }
  expect(stored).toEqual({
    assistantId: id,
    addressId: expect.any(String),
    name: 'Shop',
    from: '2026-11-16',
    to: '2026-11-22',
    now: { ...none, conversations: 1, replies: 1, helpful: 1 },
    before: none,
    sent: null,
  })
  const mail = assertDefined(await clientWeekEmail.complete?.(ctx, stored), 'the link works')
  expect(mail).toEqual({
    ...stored,
    sent: {
      url: expect.stringContaining(`/admin/shared-assistant/${id}?key=`),
      stopUrl: expect.stringContaining(`/admin/shared-assistant/${id}/stop?address=${stored.addressId}&key=`),
      questions: ['Why no answer to [e-mail]', 'Do you ship?'],
    },
  })
  const rendered = await renderEmail(clientWeekEmail, mail, await siteFor(ctx, clientWeekEmail))
  expect(JSON.stringify(rendered)).not.toMatch(/Secret|4242|inner|openai|ada@|Ada|sheds/)
})

test('a link opens its assistant only, until it expires, is renewed or revoked, on every instance', async () => {
  const { ctx, owner, id, other, key } = await withClient()
  const instance = await createSecondInstance(ctx)
  await readClientView(instance, { id, key }, 1)
  const gone = { code: 'not-found' }
  for (const wrong of ['', 'x', 'x'.repeat(43)])
    await expect(readClientView(ctx, { id, key: wrong }, 1)).rejects.toMatchObject(gone)
  await expect(readClientView(ctx, { id: other, key }, 1)).rejects.toMatchObject(gone)
  await expect(readClientView(ctx, { id: 'site', key }, 1)).rejects.toMatchObject(gone)
  await makeClientLink(owner, { id, days: '30', hidesContacts: false, ...german })
  await expect(readClientView(instance, { id, key }, 1)).rejects.toMatchObject(gone)
  const next = await keyOf(owner, id)
  const later = { ...instance, clock: { ...ctx.clock, now: () => ctx.clock.now() + 31 * DAY } }
  await expect(readClientView(later, { id, key: next }, 1)).rejects.toMatchObject(gone)
  await revokeClientLink(owner, { id })
  await expect(readClientView(instance, { id, key: next }, 1)).rejects.toMatchObject(gone)
})
