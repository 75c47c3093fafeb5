import { expect, onTestFinished, test } from 'vitest'

import { createImapClient } from '#app/features/mailbox/imap-client.server.ts'
import { keepReading } from '#app/features/mailbox/read-mailbox.server.ts'
import { siteSettings } from '#app/features/site/settings/site-settings.server.ts'
import { imapServerOf } from '#app/platform/email/mail-connections.server.ts'
import { createSmtpTransport } from '#app/platform/email/mail-transport.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { createSignedInOwner, createTwoFactorOwner } from '#tests/factories/two-factor.ts'
import { createFakeDns } from '#tests/fakes/dns.ts'
import { startImapServer } from '#tests/fakes/imap-server.ts'
import { startSmtpServer } from '#tests/fakes/smtp-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'

import { readConnections, removeConnection, saveConnection } from './change-connections.server.ts'
import { checkSendingDomain } from './check-sending-domain.server.ts'
import { tryConnection, trySaved } from './try-connection.server.ts'

const here = { env: { FETCH_LOOPBACK: 'on' } }

async function createOffice(options: Parameters<typeof createTestCtx>[0] = here) {
  const ctx = await createTestCtx(options)
  const { owner, password } = await createSignedInOwner(ctx)
  return { ctx, owner, proof: { ownPassword: password } }
}

async function createMailServers() {
  const [smtp, imap] = await Promise.all([startSmtpServer(), startImapServer()])
  onTestFinished(async () => {
    await smtp.close()
    await imap.stop()
  })
  const login = { service: 'other', host: '127.0.0.1', password: 'secret' }
  return {
    smtp,
    imap,
    outgoing: { ...login, port: new URL(smtp.url).port, user: 'office' },
    incoming: { ...login, port: String(imap.port), user: 'hello@agency.example' },
  }
}

async function faultsOf(doing: Promise<unknown>): Promise<Readonly<Record<string, string>>> {
  const error = await doing.catch((thrown: unknown) => thrown)
  return error instanceof FieldErrors ? error.fields : { refused: String(error) }
}

test('only an owner in a session of their own reads, tries or changes connections', async () => {
  const ctx = await createTestCtx(here)
  const refused = async (actor: typeof testActor, code: string) => {
    const as = asOwner(ctx, actor)
    for (const doing of [
      saveConnection(as, 'outgoing', {}),
      removeConnection(as, 'outgoing', {}),
      tryConnection(as, 'incoming', {}),
    ])
      await expect(doing).rejects.toMatchObject({ code })
  }
  await expect(readConnections(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  for (const role of ['editor', 'sales', 'viewer'] as const)
    await refused({ ...testActor, role }, 'forbidden')
  await refused({ ...testActor, sessionId: 'token:1' }, 'forbidden')
  await refused(
    { ...testActor, sessionId: 'app:1', scopes: ['settings.read', 'settings.write'] },
    'forbidden',
  )
  expect(await ctx.db.selectFrom('connection').selectAll().execute()).toEqual([])
})

test('a saved connection sends and is read at once, and the password is sealed and never shown', async () => {
  const { smtp, imap, outgoing, incoming } = await createMailServers()
  const { ctx, owner, proof } = await createOffice()
  expect(await ctx.mail(ctx)).toBeNull()
  const reading = keepReading(ctx)
  onTestFinished(() => reading.stop())
  const sender = 'Office <office@agency.dev>'
  await saveConnection(owner, 'outgoing', { ...outgoing, sender, ...proof })
  await saveConnection(owner, 'incoming', { ...incoming, ...proof })
  await eventually(async () => expect((await ctx.mail(ctx))?.host).toBe('127.0.0.1'))
  await eventually(async () => expect((await ctx.site(ctx)).mailFrom).toBe(sender))
  const mail = {
    messageId: '<1@agency.dev>',
    from: sender,
    to: ['a@b.dev'],
    subject: 'S',
    html: '',
    text: '',
  }
  expect(await (await ctx.mail(ctx))?.send(mail)).toMatchObject({ kind: 'sent' })
  expect(smtp.logins).toEqual([{ user: 'office', password: 'secret' }])
  await eventually(() => expect(imap.asked.join('\n')).toContain('EXAMINE'))

  const shown = await readConnections(owner)
  expect(shown.outgoing).toMatchObject({ host: '127.0.0.1', user: 'office', hasPassword: true })
  expect(JSON.stringify(shown)).not.toContain('secret')
  const rows = await ctx.db.selectFrom('connection').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('"secret"')
  const entries = await ctx.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('kind', 'in', ['settings.outgoing_mail', 'settings.incoming_mail'])
    .execute()
  expect(entries.map(({ kind }) => kind)).toEqual(['settings.outgoing_mail', 'settings.incoming_mail'])
  expect(JSON.parse(entries[0]?.changes ?? '')).toMatchObject({
    host: ['', '127.0.0.1'],
    port: [null, Number(outgoing.port)],
    from: ['', sender],
  })
  expect(JSON.stringify(entries)).not.toContain('secret"')

  await removeConnection(owner, 'outgoing', proof)
  await removeConnection(owner, 'incoming', proof)
  await eventually(async () => expect(await ctx.mail(ctx)).toBeNull())
  await expect(removeConnection(owner, 'outgoing', proof)).rejects.toMatchObject({ code: 'not-found' })
})

test('a second instance uses what the first one saves, without a restart', async () => {
  const { outgoing } = await createMailServers()
  const { ctx, owner, proof } = await createOffice()
  const other = await createSecondInstance(ctx)
  expect(await other.mail(other)).toBeNull()
  await saveConnection(owner, 'outgoing', { ...outgoing, sender: 'a@agency.dev', ...proof })
  if (ctx.engine.name === 'sqlite') return
  await eventually(async () => expect((await other.mail(other))?.host).toBe('127.0.0.1'))
  await eventually(async () => expect((await other.site(other)).mailFrom).toBe('a@agency.dev'))
})

test('nothing changes without the owner’s own password, and code if they have one', async () => {
  const ctx = await createTestCtx(here)
  const { owner, password, codeNow } = await createTwoFactorOwner(ctx)
  const typed = { service: 'fastmail', user: 'me@agency.dev', password: 'app password' }
  const save = (proof: object) => saveConnection(owner, 'outgoing', { ...typed, ...proof })
  expect(await faultsOf(save({}))).toEqual({ ownPassword: 'Please enter your password.' })
  expect(await faultsOf(save({ ownPassword: 'another' }))).toEqual({
    ownPassword: 'This is not your password.',
  })
  expect(await faultsOf(save({ ownPassword: password, code: '000000' }))).toHaveProperty('code')
  expect((await readConnections(owner)).outgoing).toBeNull()
  await save({ ownPassword: password, code: codeNow() })
  expect((await readConnections(owner)).outgoing).toMatchObject({ host: 'smtp.fastmail.com', port: 465 })
})

test('an empty password keeps the stored one, and only for the same server and user', async () => {
  const { ctx, owner, proof } = await createOffice({})
  const typed = { service: 'ionos', user: 'me@agency.dev', sender: '', ...proof }
  expect(await faultsOf(saveConnection(owner, 'outgoing', typed))).toEqual({
    password: 'Please enter the password.',
  })
  await saveConnection(owner, 'outgoing', { ...typed, password: 'first' })
  await saveConnection(owner, 'outgoing', { ...typed, sender: 'me@agency.dev' })
  for (const change of [{ host: 'smtp.elsewhere.dev' }, { user: 'you@agency.dev' }])
    for (const doing of [saveConnection, tryConnection])
      expect(await faultsOf(doing(owner, 'outgoing', { ...typed, ...change }))).toEqual({
        password: expect.stringContaining('again'),
      })
  const entries = await ctx.db
    .selectFrom('audit_entry')
    .select('fields')
    .where('kind', '=', 'settings.outgoing_mail')
    .orderBy('id')
    .execute()
  expect(entries.map(({ fields }) => JSON.parse(fields ?? ''))).toEqual([
    ['service', 'host', 'port', 'user', 'folder', 'password'],
    ['from'],
  ])
})

const inner = [
  '10.0.0.1',
  '127.0.0.1',
  '169.254.169.254',
  'localhost',
  'mail',
  'db.internal',
  'a b.dev',
  'x:25',
]

test.each<[change: object, field: string, sentence: string]>([
  [{ host: '' }, 'host', 'Please enter the name'],
  ...inner.map((host): [object, string, string] => [{ host }, 'host', 'public name']),
  [{ port: 'x' }, 'port', 'a number'],
  [{ port: '70000' }, 'port', 'a number'],
  [{ port: '6379' }, 'port', 'encrypted'],
  [{ user: 'a\r\nb' }, 'user', 'at most'],
  [{ user: '' }, 'user', 'Please enter the user'],
  [{ password: 'a\nb' }, 'password', 'one line'],
  [{ sender: 'a@b.dev, c@d.dev' }, 'sender', 'one e-mail address'],
  [{ sender: 'a@b.dev\r\nBcc: c@d.dev' }, 'sender', 'one e-mail address'],
])('%j is refused at its field', async (change, field, sentence) => {
  const { owner, proof } = await createOffice({})
  const typed = { service: 'other', host: 'mail.agency.dev', port: '465', user: 'me', password: 'secret' }
  const fields = { ...typed, ...change, ...proof }
  for (const doing of [saveConnection, tryConnection])
    expect(await faultsOf(doing(owner, 'outgoing', fields))).toEqual({
      [field]: expect.stringContaining(sentence),
    })
})

test('a name that leads inward by the time of the connection is not connected to', async () => {
  const { smtp, imap } = await createMailServers()
  const server = { host: 'localhost', user: 'office', password: 'secret', folder: 'INBOX', access: null }
  const sending = createSmtpTransport({ ...server, port: Number(new URL(smtp.url).port), loopback: false })
  expect(await sending.verify()).not.toBeNull()
  const client = await createImapClient(imapServerOf({ ...server, port: imap.port }, false))
  client.on('error', () => {})
  await expect(client.connect()).rejects.toMatchObject({ code: 'EADDRESS' })
  expect(smtp.connections()).toBe(0)
  expect(imap.asked).toEqual([])
})

test('variables win, and the page is told so', async () => {
  const { smtp, outgoing } = await createMailServers()
  const env = { FETCH_LOOPBACK: 'on', SMTP_URL: smtp.url, MAIL_FROM: 'Env <env@agency.dev>' }
  const { ctx, owner, proof } = await createOffice({
    env: { ...env, IMAP_URL: 'imaps://u:p@imap.agency.dev' },
  })
  const typed = { ...outgoing, host: 'localhost', sender: 'page@agency.dev', ...proof }
  await saveConnection(owner, 'outgoing', typed)
  expect((await ctx.mail(ctx))?.host).toBe('127.0.0.1')
  expect(await readConnections(owner)).toMatchObject({
    variables: { outgoing: '127.0.0.1', incoming: 'imap.agency.dev' },
    mailFrom: 'Env <env@agency.dev>',
  })
  expect(await tryConnection(owner, 'outgoing', {})).toMatchObject({ works: true })
  expect(smtp.arrived).toMatchObject([{ envelope: { from: 'env@agency.dev' } }])
})

test('a test sends one mail to the owner, opens the mailbox, and stores nothing', async () => {
  const { smtp, imap, outgoing, incoming } = await createMailServers()
  const { ctx, owner } = await createOffice()
  imap.deliver('From: a@b.dev\n\nHello')
  const sender = 'Desk <desk@agency.dev>'
  expect(await tryConnection(owner, 'outgoing', { ...outgoing, sender })).toEqual({
    works: true,
    said: `A test mail is on its way to ${owner.actor?.email}.`,
  })
  expect(smtp.arrived).toMatchObject([
    {
      envelope: { from: 'desk@agency.dev', to: [owner.actor?.email] },
      subject: 'Test mail from Lumivox',
      text: expect.stringMatching(/your mail server works/i),
    },
  ])
  expect(await tryConnection(owner, 'incoming', incoming)).toEqual({
    works: true,
    said: 'INBOX on 127.0.0.1 can be read; it holds 1 mail.',
  })
  expect(imap.asked.some((line) => line.startsWith('SELECT'))).toBe(false)
  expect(await ctx.db.selectFrom('connection').selectAll().execute()).toEqual([])
  expect(await ctx.db.selectFrom('email').selectAll().execute()).toEqual([])
})

test('what fails is named in a sentence', async () => {
  const { smtp, outgoing, incoming } = await createMailServers()
  const { owner } = await createOffice()
  const said = async (kind: 'outgoing' | 'incoming', change: object) => {
    const tried = await tryConnection(owner, kind, {
      ...(kind === 'outgoing' ? outgoing : incoming),
      ...change,
    })
    return tried.works ? 'It works' : tried.said
  }
  smtp.behave({ kind: 'refuse-auth' })
  expect(await said('outgoing', {})).toContain('127.0.0.1 refused the user or the password.')
  expect(await said('incoming', { password: 'wrong' })).toContain('refused the user or the password.')
  smtp.behave({ kind: 'reply', at: 'sender', code: 550, text: '5.7.1 Suspended' })
  expect(await said('outgoing', {})).toMatch(/127\.0\.0\.1 answered: .*5\.7\.1 Suspended/)
  const [gone, goneToo] = await Promise.all([startSmtpServer(), startImapServer()])
  const ports = { outgoing: new URL(gone.url).port, incoming: String(goneToo.port) }
  await Promise.all([gone.close(), goneToo.stop()])
  const host = 'no-such-host.invalid'
  for (const kind of ['outgoing', 'incoming'] as const) {
    expect(await said(kind, { port: ports[kind] })).toMatch(
      /^127\.0\.0\.1, port \d+, accepts no connections\.$/,
    )
    expect(await said(kind, { host, port: '' })).toMatch(/There is no server named|cannot be reached/)
  }
})

test('what was saved is tried at once, and mails wait for a server that takes none', async () => {
  const { smtp, outgoing, incoming } = await createMailServers()
  const { owner, proof } = await createOffice()
  const save = async (kind: 'outgoing' | 'incoming', typed: object) => {
    await saveConnection(owner, kind, { ...typed, ...proof })
    return trySaved(owner, kind, typed)
  }
  smtp.behave({ kind: 'refuse-auth' })
  expect(await save('outgoing', outgoing)).toMatchObject({ works: false })
  expect((await readConnections(owner)).outage?.reason).toContain('refused the user or the password')
  smtp.behave({ kind: 'accept' })
  expect(await save('outgoing', outgoing)).toMatchObject({ works: true })
  expect((await readConnections(owner)).outage).toBeNull()
  expect(await save('incoming', incoming)).toMatchObject({ works: true })
})

test('mails come from the user’s address while the site has that of the demo brand', async () => {
  const { smtp, outgoing } = await createMailServers()
  const { ctx, owner, proof } = await createOffice()
  const typed = { ...outgoing, user: 'ines@agency.dev' }
  await tryConnection(owner, 'outgoing', typed)
  expect(smtp.arrived.at(-1)?.envelope.from).toBe('ines@agency.dev')
  await saveConnection(owner, 'outgoing', { ...typed, ...proof })
  await eventually(async () => expect((await ctx.site(ctx)).mailFrom).toBe('"Lumivox" <ines@agency.dev>'))
  await siteSettings.save(owner, siteSettingsFields({ siteName: 'Echo', contactEmail: 'desk@echo.dev' }))
  await eventually(async () => expect((await ctx.site(ctx)).mailFrom).toBe('"Echo" <desk@echo.dev>'))
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
