import { expect, test } from 'vitest'

import { ownFacts } from '#app/features/content/facts/own-facts.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { inquirySending, plainSending } from '#tests/factories/inquiry.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { getLead } from './get-lead.server.ts'
import { getLegalText } from './legal-texts.server.ts'
import { submitInquiry } from './submit-inquiry.server.ts'

const HOUR = 3_600_000

async function leadsOf(ctx: TestCtx) {
  return ctx.db.selectFrom('lead').selectAll().execute()
}

async function emailsOf(ctx: TestCtx) {
  return ctx.db.selectFrom('email').select(['template', 'recipients', 'state']).orderBy('template').execute()
}

test('a lead keeps the legal texts that were shown, word for word, and each version once', async () => {
  const ctx = await createTestCtx()
  const owner = asOwner(ctx)
  const submit = async (email: string) => {
    const { leadId } = await submitInquiry(ctx, inquirySending(ctx, { email }))
    return (await getLead(owner, leadId)).legalTexts
  }
  const first = await submit('ada@example.com')
  expect(first.map(({ title }) => title)).toEqual(['Terms & Conditions', 'Privacy Policy'])
  expect(await submit('grace@example.com')).toEqual(first)
  const [terms, privacy] = first.map(({ id }) => id)
  const shown = await getLegalText(owner, `${terms}`)
  expect(shown.body).toContain('Deposit: 50% of the price is due when you order')

  await ownFacts.save(owner, [{ name: 'deposit', title: 'Deposit', value: '30%' }])
  await eventually(async () => {
    const [changed, same] = (await submit(`${newId()}@example.com`)).map(({ id }) => id)
    expect(changed).not.toBe(terms)
    expect(same).toBe(privacy)
    expect((await getLegalText(owner, `${changed}`)).body).toContain('Deposit: 30% of the price')
  })
  // The text to which the earlier inquiry agreed is unchanged.
  expect(await getLegalText(owner, `${terms}`)).toEqual(shown)
  await expect(getLegalText(owner, 'none')).rejects.toMatchObject({ code: 'not-found' })
  await expect(getLegalText(ctx, `${terms}`)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('stores the inquiry with its consent and queues the notice and the receipt', async () => {
  const ctx = await createTestCtx()
  const sending = inquirySending(ctx, {
    name: ' Ada  Müller ',
    phone: '030 901820',
    country: 'germany',
    message: 'Hello\r\nthere',
    first_page: '/?utm_source=news&utm_campaign=autumn',
    last_page: 'http://localhost:3000/contact',
    referrer: 'https://search.example.org/?q=secret',
    service: 'AI Chatbots',
  })
  const { leadId } = await submitInquiry(ctx, sending)

  expect(await leadsOf(ctx)).toMatchObject([
    {
      id: leadId,
      name: 'Ada Müller',
      phone: '030 901820',
      phone_e164: '+4930901820',
      country: 'Germany',
      message: 'Hello\nthere',
      status: 'new',
      spam_reason: null,
      consent_at: ctx.clock.now(),
      consent_text: expect.stringContaining('communications from Lumivox via email, phone and SMS'),
      first_page: '/',
      last_page: '/contact',
      utm_source: 'news',
      utm_campaign: 'autumn',
      referrer: 'search.example.org',
      service: 'AI Chatbots',
    },
  ])
  expect(await emailsOf(ctx)).toEqual([
    { template: 'lead-notice', recipients: '["hello@lumivox.example"]', state: 'held' },
    { template: 'lead-receipt', recipients: JSON.stringify([sending.fields['email']]), state: 'held' },
  ])
})

test('the notice goes to the owner, and to the contact address once it is a real one', async () => {
  const ctx = await createTestCtx({ env: { CONTACT_EMAIL: 'desk@agency.dev' } })
  await ctx.db
    .insertInto('member')
    .values({
      id: 'o',
      email: 'boss@agency.dev',
      name: '',
      role: 'owner',
      password_hash: 'x',
      created_at: 0,
      password_changed_at: 0,
    })
    .execute()
  await submitInquiry(ctx, inquirySending(ctx))
  const [notice] = await emailsOf(ctx)
  expect(notice?.recipients).toBe('["boss@agency.dev","desk@agency.dev"]')
})

test('the same form sent twice is one lead and is answered alike', async () => {
  const ctx = await createTestCtx()
  const sending = inquirySending(ctx)
  const [first, second] = await Promise.all([submitInquiry(ctx, sending), submitInquiry(ctx, sending)])
  expect(second).toEqual(first)
  expect(await leadsOf(ctx)).toHaveLength(1)
  expect(await emailsOf(ctx)).toHaveLength(2)
})

test('a key used again for another message is refused and stores nothing', async () => {
  const ctx = await createTestCtx()
  const sending = inquirySending(ctx)
  await submitInquiry(ctx, sending)
  const other = { ...sending, fields: { ...sending.fields, message: 'Something else' } }
  await expect(submitInquiry(ctx, other)).rejects.toMatchObject({ code: 'conflict' })
  expect(await leadsOf(ctx)).toHaveLength(1)
})

test('a plain post is told apart by e-mail and message for ten minutes', async () => {
  const ctx = await createTestCtx()
  const sending = plainSending()
  const first = await submitInquiry(ctx, sending)
  expect(await submitInquiry(ctx, sending)).toEqual(first)
  expect(
    await submitInquiry(ctx, { ...sending, fields: { ...sending.fields, message: 'Another' } }),
  ).not.toEqual(first)
  ctx.clock.advance(10 * 60_000 + 1)
  expect(await submitInquiry(ctx, sending)).not.toEqual(first)
  expect(await leadsOf(ctx)).toHaveLength(3)
})

test('a forged or foreign token is refused', async () => {
  const ctx = await createTestCtx()
  const { token = '' } = inquirySending(ctx).fields
  const forged = [
    `${token.slice(0, -1)}x`,
    token.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')),
    'nonsense',
    'a.b.c',
  ]
  for (const wrong of forged)
    await expect(submitInquiry(ctx, inquirySending(ctx, { token: wrong })), wrong).rejects.toMatchObject({
      code: 'invalid',
    })
  expect(await leadsOf(ctx)).toEqual([])
})

test('a token of yesterday is refused as expired, so that the form can fetch another', async () => {
  const ctx = await createTestCtx()
  const sending = inquirySending(ctx)
  ctx.clock.advance(24 * HOUR)
  await expect(submitInquiry(ctx, sending)).rejects.toMatchObject({ code: 'expired' })
})

test('refuses missing and wrong fields, each with a sentence, and stores nothing', async () => {
  const ctx = await createTestCtx()
  const refusal = await submitInquiry(
    ctx,
    inquirySending(ctx, {
      name: ' ',
      email: 'nobody',
      message: '',
      consent: '',
      phone: 'call me',
      country: 'Atlantis',
      company: 'x'.repeat(161),
    }),
  ).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(FieldErrors)
  expect(Object.keys((refusal as FieldErrors).fields).sort()).toEqual([
    'company',
    'consent',
    'country',
    'email',
    'message',
    'name',
  ])
  expect(await leadsOf(ctx)).toEqual([])
  expect(await ctx.db.selectFrom('throttle').selectAll().execute()).toEqual([])
})

test('a phone number that nobody can dial keeps no inquiry away', async () => {
  const ctx = await createTestCtx()
  await submitInquiry(ctx, inquirySending(ctx, { phone: 'ask for Ada, ext. 5\0' }))
  expect(await leadsOf(ctx)).toMatchObject([{ phone: 'ask for Ada, ext. 5', phone_e164: null }])
})

test('text that cannot be stored is refused, markup is kept as text', async () => {
  const ctx = await createTestCtx()
  for (const message of ['a\0b', 'lone \uD800 surrogate', 'broken \uFFFD bytes', 'x'.repeat(1_000_000)])
    await expect(submitInquiry(ctx, inquirySending(ctx, { message }))).rejects.toBeInstanceOf(FieldErrors)
  await submitInquiry(ctx, inquirySending(ctx, { message: '<script>alert(1)</script> & =1+1' }))
  expect(await leadsOf(ctx)).toMatchObject([{ message: '<script>alert(1)</script> & =1+1' }])
})

test('too many from one address or one e-mail are refused with the time to wait', async () => {
  const ctx = await createTestCtx()
  for (let n = 0; n < 5; n += 1) await submitInquiry(ctx, inquirySending(ctx, { email: 'one@example.com' }))
  const sixth = inquirySending(ctx, { email: 'ONE@example.com' })
  await expect(submitInquiry(ctx, sixth)).rejects.toMatchObject({ code: 'too-many', retryAfter: 600 })
  for (let n = 5; n < 20; n += 1) await submitInquiry(ctx, inquirySending(ctx))
  await expect(submitInquiry(ctx, inquirySending(ctx))).rejects.toMatchObject({ code: 'too-many' })
  expect(await leadsOf(ctx)).toHaveLength(20)
  ctx.clock.advance(10 * 60_000)
  await submitInquiry(ctx, sixth)
})

test('the throttle stores neither network nor e-mail addresses', async () => {
  const ctx = await createTestCtx()
  await submitInquiry(ctx, inquirySending(ctx, { email: 'one@example.com' }))
  const rows = await ctx.db.selectFrom('throttle').select('key').execute()
  expect(rows).toHaveLength(3)
  for (const { key } of rows) expect(key).not.toMatch(/203|example/)
})

test('addresses that end in one mailbox get five receipts together, and every inquiry is kept', async () => {
  const ctx = await createTestCtx()
  for (let n = 0; n < 8; n += 1)
    await submitInquiry(ctx, {
      ...inquirySending(ctx, { email: `ada+${n}@example.com` }),
      clientAddress: `203.0.113.${n}`,
    })
  expect(await leadsOf(ctx)).toHaveLength(8)
  const sent = (await emailsOf(ctx)).map(({ template }) => template)
  expect(sent.filter((template) => template === 'lead-notice')).toHaveLength(8)
  expect(sent.filter((template) => template === 'lead-receipt')).toHaveLength(5)
})

test('LIMITS=off lifts the throttles', async () => {
  const ctx = await createTestCtx({ env: { LIMITS: 'off' } })
  for (let n = 0; n < 25; n += 1) await submitInquiry(ctx, inquirySending(ctx, { email: 'one@example.com' }))
  expect(await leadsOf(ctx)).toHaveLength(25)
})

test('what a bot sends goes to the Spam folder and sends no mail', async () => {
  const ctx = await createTestCtx()
  await submitInquiry(ctx, inquirySending(ctx, { website: 'https://spam.example' }))
  expect(await leadsOf(ctx)).toMatchObject([{ spam_reason: 'The hidden field was filled in.' }])
  expect(await emailsOf(ctx)).toEqual([])
})

test('a fault between the lead and its mails leaves neither', async () => {
  const ctx = await createTestCtx()
  const broken: TestCtx = { ...ctx, site: async () => Promise.reject(new Error('away')) }
  await expect(submitInquiry(broken, inquirySending(ctx))).rejects.toThrow('away')
  expect(await leadsOf(ctx)).toEqual([])
  expect(await ctx.db.selectFrom('job').selectAll().execute()).toEqual([])
})
