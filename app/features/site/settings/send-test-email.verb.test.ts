import { expect, test } from 'vitest'

import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'

import { checkSendingDomain } from './check-sending-domain.server.ts'
import { createFakeDns } from '#tests/fakes/dns.ts'

import { sendTestEmail } from './send-test-email.server.ts'
import { siteSettings } from './site-settings.server.ts'

test('without the owner nothing is sent', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail })
  await expect(sendTestEmail(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(server.arrived).toEqual([])
})

test('without a mail server it says what to do', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(sendTestEmail(ctx)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('SMTP_URL'),
  })
})

test('a mail goes to the owner at once, past the outbox', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail, env: { CONTACT_EMAIL: 'desk@agency.dev' } }))
  expect(await sendTestEmail(ctx)).toBe(testActor.email)
  expect(server.arrived).toMatchObject([
    {
      envelope: { from: 'desk@agency.dev', to: [testActor.email] },
      subject: 'Test mail from Lumivox',
      text: expect.stringMatching(/your mail server works/i),
      html: expect.stringContaining('Your mail server works'),
    },
  ])
  expect(await ctx.db.selectFrom('email').selectAll().execute()).toEqual([])
})

test('what the server says comes back', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  server.behave({ kind: 'refuse-auth' })
  await expect(sendTestEmail(ctx)).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    message: expect.stringMatching(/^The mail server answered: .*535 Authentication credentials invalid/),
  })
  server.behave({ kind: 'temporary' })
  await expect(sendTestEmail(ctx)).rejects.toThrow('451 Try again later')
})

test('a hostile name of the site adds no header and no reader', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  const siteName = 'Echo\r\nBcc: victim@agency.dev'
  await siteSettings.save(ctx, siteSettingsFields({ siteName, contactEmail: 'desk@agency.dev' }))
  await eventually(async () => expect((await ctx.site(ctx)).siteName).toBe(siteName))
  await sendTestEmail(ctx)
  const [arrived] = server.arrived
  expect(arrived?.envelope).toEqual({ from: 'desk@agency.dev', to: [testActor.email] })
  expect(arrived?.headers.map(([name]) => name)).not.toContain('bcc')
})

test('the domain that mails are sent from is looked up, each name once', async () => {
  const { mail } = await createTestSmtp()
  const { lookUpDns, asked } = createFakeDns({
    'TXT agency.dev': ['v=spf1 a:agency.dev ~all'],
    'TXT _dmarc.agency.dev': ['v=DMARC1; p=reject; rua=mailto:d@agency.dev'],
  })
  const env = { MAIL_FROM: 'Desk <desk@agency.dev>' }
  const ctx = asOwner(await createTestCtx({ mail, env, lookUpDns }))
  const { domain, findings } = await checkSendingDomain(ctx, { selector: 's1' })
  expect(domain).toBe('agency.dev')
  expect(findings.map(({ about, state }) => `${about} ${state}`)).toEqual([
    'SPF warning',
    'DKIM bad',
    'DMARC good',
  ])
  expect(new Set(asked).size).toBe(asked.length)
  expect(asked).toContain('TXT s1._domainkey.agency.dev')
})

test('a sender that is in no DNS is told so, nothing is looked up, and only the owner may ask', async () => {
  const { lookUpDns, asked } = createFakeDns({})
  const visitor = await createTestCtx({ lookUpDns })
  await expect(checkSendingDomain(asOwner(visitor), { selector: '' })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('lumivox.example, which is not a domain in DNS'),
  })
  await expect(checkSendingDomain(visitor, { selector: '' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect(asked).toEqual([])
})
