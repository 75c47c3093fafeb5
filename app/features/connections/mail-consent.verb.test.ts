import { expect, onTestFinished, test } from 'vitest'

import { beginConsent, finishConsent } from '#app/features/bookings/calendars/online/consent.server.ts'
import { listFeeds, removeFeed } from '#app/features/bookings/calendars/change-feeds.server.ts'
import { leadReceiptEmail } from '#app/features/leads/lead-receipt.email.tsx'
import { keepReading } from '#app/features/mailbox/read-mailbox.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { DAY, HOUR } from '#app/platform/clock.ts'
import { mailAccess } from '#app/platform/email/mail-connections.server.ts'
import { findOutage } from '#app/platform/email/mail-outage.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'
import { renewMailAccess } from '#app/platform/email/renew-mail-access.job.server.ts'
import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { revokeAccess } from '#app/platform/oauth/revoke-access.job.server.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createSignedInOwner } from '#tests/factories/two-factor.ts'
import { startImapServer } from '#tests/fakes/imap-server.ts'
import { oauthClient, startOnlineCalendars } from '#tests/fakes/online-calendars.ts'
import { startSmtpServer } from '#tests/fakes/smtp-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, testActor, type TestCtx } from '#tests/support/test-ctx.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { readConnections, removeConnection, saveConnection } from './change-connections.server.ts'
import { saveOauthClient } from './change-oauth-client.server.ts'
import { beginMailConsent, finishMailConsent } from './mail-consent.server.ts'
import type { ConnectionKind } from './presets.ts'
import { tryConnection } from './try-connection.server.ts'

type Provider = 'google' | 'microsoft'

async function createOffice(provider: Provider) {
  const accounts = await startOnlineCalendars()
  const [smtp, imap] = await Promise.all([startSmtpServer(), startImapServer({ isGood: accounts.isGood })])
  smtp.behave({ kind: 'tokens', isGood: accounts.isGood })
  onTestFinished(async () => {
    await Promise.all([accounts.stop(), smtp.close(), imap.stop()])
  })
  const ctx = await createTestCtx({ env: accounts.env })
  const { owner, password: ownPassword } = await createSignedInOwner(ctx)
  const proof = { ownPassword, code: '' }
  await saveOauthClient(owner, provider, { ...oauthClient, tenant: '', ...proof })
  const ports = { outgoing: new URL(smtp.url).port, incoming: String(imap.port) }
  const begin = (kind: ConnectionKind, fields: object = proof) =>
    beginMailConsent(
      owner,
      { kind, provider },
      { host: '127.0.0.1', port: ports[kind], sender: 'Ada <ada@agency.test>', ...fields },
    )
  const connect = async (kind: ConnectionKind) => finishMailConsent(owner, await consent(await begin(kind)))
  return { accounts, smtp, imap, ctx, owner, proof, begin, connect }
}

async function consent(url: string): Promise<{ code: string; state: string; error: null }> {
  const answer = await fetch(url, { redirect: 'manual' })
  const back = new URL(String(answer.headers.get('location'))).searchParams
  return { code: String(back.get('code')), state: String(back.get('state')), error: null }
}

const each = test.each<[Provider]>([['google'], ['microsoft']])
const renewals = ({ asked }: { asked: string[] }) => asked.filter((line) => line.endsWith('/token')).length
const tokenOf = (ctx: TestCtx, provider: Provider) =>
  mailAccess(ctx, 'outgoing', { provider, since: 0 }).token(false)

each('%s: mail is sent and read with the tokens, which are sealed and never shown', async (provider) => {
  const { ctx, owner, smtp, imap, accounts, connect } = await createOffice(provider)
  await connect('outgoing')
  await connect('incoming')
  expect(accounts.scopes).toEqual(
    provider === 'google'
      ? ['openid email https://mail.google.com/', 'openid email https://mail.google.com/']
      : ['SMTP.Send', 'IMAP.AccessAsUser.All'].map(
          (name) => `openid email offline_access https://outlook.office.com/${name}`,
        ),
  )
  expect(await tryConnection(owner, 'outgoing', {})).toMatchObject({ works: true })
  expect(smtp.arrived).toMatchObject([{ envelope: { from: 'ada@agency.test' } }])
  expect(await tryConnection(owner, 'incoming', {})).toMatchObject({ works: true })
  const shown = await readConnections(owner)
  expect(shown.outgoing).toMatchObject({ oauth: provider, user: 'ada@agency.test', hasPassword: false })
  const stored = await ctx.db.selectFrom('connection').select('sealed').execute()
  const recorded = await ctx.db.selectFrom('audit_entry').select(['fields', 'changes']).execute()
  expect(JSON.stringify(recorded)).toContain('access')
  for (const text of [JSON.stringify(shown), JSON.stringify(recorded), JSON.stringify(stored)])
    expect(text).not.toContain(smtp.logins[0]?.password)
  expect(JSON.stringify(shown)).not.toContain('v1.')
  const reading = keepReading(ctx)
  onTestFinished(() => reading.stop())
  await eventually(() => expect(imap.asked.filter((line) => line.startsWith('EXAMINE'))).toHaveLength(2))
})

each('%s: what else is saved keeps the access, and nothing typed gets it', async (provider) => {
  const { owner, ctx, proof, connect } = await createOffice(provider)
  await connect('outgoing')
  const typed = { service: 'other', host: 'mail.elsewhere.dev', user: 'x', sender: 'b@agency.test' }
  await saveConnection(owner, 'outgoing', { ...typed, ...proof })
  expect((await readConnections(owner)).outgoing).toMatchObject({
    host: '127.0.0.1',
    user: 'ada@agency.test',
    sender: 'b@agency.test',
    oauth: provider,
  })
  expect(await tokenOf(ctx, provider)).not.toBe('')
})

test('consent needs the owner’s own password and session, and serves once', async () => {
  const { ctx, owner, begin } = await createOffice('google')
  for (const fields of [{}, { ownPassword: 'another' }])
    await expect(begin('outgoing', fields)).rejects.toMatchObject({
      fields: { ownPassword: expect.any(String) },
    })
  const returned = await consent(await begin('outgoing'))
  for (const actor of [
    { ...testActor, role: 'editor' as const },
    { ...testActor, sessionId: 'token:1' },
  ]) {
    const as = asOwner(ctx, actor)
    await expect(finishMailConsent(as, returned)).rejects.toMatchObject({ code: 'forbidden' })
    const asking = beginMailConsent(as, { kind: 'outgoing', provider: 'google' }, {})
    await expect(asking).rejects.toMatchObject({ code: 'forbidden' })
  }
  await expect(finishMailConsent(asOwner(ctx, testActor), returned)).rejects.toMatchObject({
    code: 'expired',
  })
  await expect(finishConsent(owner, returned)).rejects.toMatchObject({ code: 'expired' })
  const forCalendar = await consent(await beginConsent(owner, 'google'))
  await expect(finishMailConsent(owner, forCalendar)).rejects.toMatchObject({ code: 'expired' })
  await finishMailConsent(owner, returned)
  await expect(finishMailConsent(owner, returned)).rejects.toThrow('already been used')
})

each('%s: a token is renewed before it expires and after a refusal, once for all', async (provider) => {
  const { ctx, owner, smtp, imap, accounts, connect } = await createOffice(provider)
  await connect('outgoing')
  await connect('incoming')
  const first = renewals(accounts)
  ctx.clock.advance(2 * HOUR)
  const other = await createSecondInstance(ctx)
  const tokens = await Promise.all(
    [ctx, other, ctx, other].map((instance) => tokenOf({ ...instance, clock: ctx.clock }, provider)),
  )
  expect(new Set(tokens).size).toBe(1)
  expect(renewals(accounts)).toBe(first + 1)
  accounts.expire()
  expect(await tryConnection(owner, 'outgoing', {})).toMatchObject({ works: true })
  expect(smtp.logins).toHaveLength(2)
  accounts.expire()
  expect(await tryConnection(owner, 'incoming', {})).toMatchObject({ works: true })
  accounts.expire()
  const reading = keepReading(ctx)
  onTestFinished(() => reading.stop())
  await eventually(() => expect(imap.asked.join('\n')).toContain('EXAMINE'))
})

each('%s: withdrawn access is told, and mails wait until the owner signs in again', async (provider) => {
  const { ctx, owner, smtp, accounts, connect } = await createOffice(provider)
  await connect('outgoing')
  await connect('incoming')
  accounts.revoke()
  await queueEmail(ctx, {
    template: leadReceiptEmail,
    props: { name: 'Ada' },
    to: ['ada@example.com'],
    dedupeKey: 'receipt',
  })
  const worker = startTestWorker(ctx, jobMap(sendEmail))
  await worker.whenIdle()
  const said = `has withdrawn the access. Please sign in again under Connections.`
  expect((await findOutage(ctx))?.reason).toContain(said)
  expect((await readConnections(owner)).outage?.reason).toContain(said)
  const state = () => ctx.db.selectFrom('email').select('state').executeTakeFirst()
  expect(await state()).toEqual({ state: 'waiting' })
  expect(await tryConnection(owner, 'incoming', {})).toMatchObject({ works: false })
  const reading = keepReading(ctx)
  onTestFinished(() => reading.stop())
  await eventually(async () =>
    expect((await readConnections(owner)).mailbox?.failure?.reason).toContain(said),
  )
  ctx.clock.advance(HOUR)
  await connect('outgoing')
  await eventually(async () => expect(await state()).toEqual({ state: 'sent' }))
  expect(smtp.arrived).toHaveLength(1)
})

test('a server that refuses good tokens says why', async () => {
  const { owner, smtp, connect } = await createOffice('microsoft')
  await connect('outgoing')
  smtp.behave({ kind: 'tokens', isGood: () => false })
  const tried = await tryConnection(owner, 'outgoing', {})
  expect(tried.said).toMatch(/^127\.0\.0\.1 refused the sign-in: .*535/)
})

each('%s: what is removed is withdrawn at the provider, unless it is still used', async (provider) => {
  const { ctx, owner, accounts, proof, connect } = await createOffice(provider)
  await connect('outgoing')
  await finishConsent(owner, await consent(await beginConsent(owner, provider)))
  const worker = startTestWorker(ctx, jobMap(revokeAccess))
  await removeConnection(owner, 'outgoing', proof)
  await worker.whenIdle()
  expect(accounts.revoked).toEqual([])
  await removeFeed(owner, assertDefined((await listFeeds(owner))[0], 'it was just connected').id)
  await worker.whenIdle()
  expect(accounts.revoked).toHaveLength(provider === 'google' ? 1 : 0)
  const jobs = await ctx.db.selectFrom('job').select('payload').where('name', '=', 'revoke-access').execute()
  expect(jobs).toHaveLength(provider === 'google' ? 2 : 0)
  for (const token of accounts.revoked) expect(JSON.stringify(jobs)).not.toContain(token)
})

test('tokens are renewed each day, and withdrawn access is told before a mail waits', async () => {
  const { ctx, owner, accounts, connect } = await createOffice('microsoft')
  await connect('outgoing')
  const worker = startTestWorker(ctx, jobMap(renewMailAccess))
  const renewEachDay = async () => {
    ctx.clock.advance(DAY)
    await enqueue(ctx, renewMailAccess, {})
    await worker.whenIdle()
  }
  const first = renewals(accounts)
  await renewEachDay()
  expect(renewals(accounts)).toBe(first + 1)
  expect((await readConnections(owner)).outage).toBeNull()
  accounts.revoke()
  await renewEachDay()
  expect((await readConnections(owner)).outage?.reason).toContain('withdrawn')
  await connect('outgoing')
  expect((await readConnections(owner)).outage).toBeNull()
})
