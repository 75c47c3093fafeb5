import { expect, test } from 'vitest'

import { ownFacts } from '#app/features/content/facts/own-facts.server.ts'
import { chatbotSettings } from '#app/features/chat/settings/chatbot-settings.server.ts'
import { leaveInquiry } from '#app/features/chat/replies/leave-inquiry.server.ts'
import { changeText } from '#app/features/site/wording/change-wording.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { inquirySending } from '#tests/factories/inquiry.ts'
import { createChatCtx, say } from '#tests/support/chat-visitor.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { readPanel } from './read-panel.server.ts'
import { chooseLanguage, inLanguage } from './visitor-language.server.ts'

async function panelIn(ctx: TestCtx, acceptLanguage: string) {
  const panel = await readPanel(ctx, { acceptLanguage })
  return { ...panel, language: assertDefined(panel.language, 'the language is spoken') }
}

async function speaking(ctx: TestCtx, code: string): Promise<TestCtx> {
  const language = assertDefined(await chooseLanguage(ctx, code), 'the language is spoken')
  return { ...ctx, wording: inLanguage(ctx, language).wording }
}

test('the panel’s texts come in the browser’s language, and none where that is the site’s', async () => {
  const ctx = await createTestCtx()
  const { language, welcomeMessage, botName, questions } = await panelIn(ctx, 'ar-EG,en;q=0.5')
  expect(language).toMatchObject({ code: 'ar', direction: 'rtl' })
  expect(language.texts.send).toBe('إرسال الرسالة')
  expect(language.contact.label).toBe(language.texts.leaveMessage)
  expect(language.contact.sentText).toBe('سنرد عليك خلال ساعة واحدة.')
  expect([welcomeMessage, botName]).toEqual([expect.stringContaining('مرحبًا'), 'Lumivox Assistant'])
  expect(questions).toEqual(['ما الخدمات التي تقدمونها؟', 'كم التكلفة؟', 'كيف نبدأ؟'])
  expect(await readPanel(ctx, { acceptLanguage: 'en-GB,de' })).toMatchObject({
    language: null,
    welcomeMessage: expect.stringContaining('Hello!'),
  })
})

test('what the owner worded stays, a text with a number as a whole', async () => {
  const ctx = asOwner(await createTestCtx())
  await changeText(ctx, { place: 'widget.placeholder', text: 'Ask {siteName}' })
  await changeText(ctx, { place: 'widget.left.one', text: 'one sign left' })
  await ownFacts.save(ctx, [{ name: 'replyWithin', title: 'We reply within', value: '2 days' }])
  const defaults = await chatbotSettings.read(ctx)
  await chatbotSettings.save(ctx, { ...defaults, linkDomains: '', welcomeMessage: 'Moin!' })
  await eventually(async () => {
    const { language, welcomeMessage } = await panelIn(ctx, 'de')
    expect(language.texts.placeholder).toBe('Ask Lumivox')
    expect(language.texts.left).toEqual({ one: 'one sign left', other: '{count} characters left' })
    expect(language.texts.send).toBe('Nachricht senden')
    expect(language.contact.sentText).toBe('Wir melden uns innerhalb von 2 days bei Ihnen.')
    expect(welcomeMessage).toBe('Moin!')
  })
})

test('what the assistant says by itself is in the visitor’s language, and the prompt stays the same', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'error', status: 401 })
  const { events } = await say(await speaking(ctx, 'de'), 'Hallo?')
  expect(events).toEqual([
    {
      type: 'failed',
      text: expect.stringContaining('Es tut mir leid'),
      toast: expect.stringContaining('KI-Dienst'),
    },
  ])
  await say(ctx, 'Hello?')
  const [german, english] = fake.requests.map(({ body }) => (body as { messages: unknown[] }).messages[0])
  expect(german).toEqual(english)
})

test('demo mode, refusals and the offered form speak it too', async () => {
  const plain = await createTestCtx()
  expect((await say(await speaking(plain, 'fr'), 'Bonjour')).text).toContain('mode démo')
  const { ctx, fake } = await createChatCtx()
  const input = { reason: 'wants_contact' }
  fake.behave({ kind: 'tool-call', name: 'offer_contact_form', input })
  expect((await say(await speaking(ctx, 'zh'), '请联系我')).text).toBe(
    '请在表单中留下您的姓名和邮箱，工作人员会在 1 小时内回复您。',
  )
  await expect(say(await speaking(ctx, 'ru'), ' ')).rejects.toMatchObject({
    fields: { message: 'Напишите сообщение.' },
  })
})

test('a lead keeps the consent in the words that the visitor agreed to', async () => {
  const { ctx } = await createChatCtx()
  const { conversationId: id, token } = await say(ctx, 'Hallo')
  await leaveInquiry(await speaking(ctx, 'de'), { id, token, sending: inquirySending(ctx, { form: 'chat' }) })
  const lead = await ctx.db.selectFrom('lead').select('consent_text').executeTakeFirstOrThrow()
  expect(lead.consent_text).toMatch(/^Ich stimme den Geschäftsbedingungen zu .* von Lumivox Mitteilungen/)
})
