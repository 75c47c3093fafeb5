import { Socket } from 'node:net'

import { expect, test, vi } from 'vitest'

import type { SmtpBehaviour } from '#tests/fakes/smtp-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'

import { createSmtpTransport, type Mail } from './mail-transport.server.ts'

const mail: Mail = {
  messageId: '<1@localhost>',
  from: '"Lumivox" <desk@agency.dev>',
  to: ['ada@example.com'],
  subject: 'Grüße 👋🏽 from a subject that is long enough to be folded onto a second line of the header',
  html: '<p>Grüße</p>',
  text: 'Grüße\n.\nA line with a dot alone does not end it.',
}

function hurrySocketTimeouts(): void {
  const { setTimeout } = Socket.prototype
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function hurried(this: Socket, ...given) {
    const [milliseconds, onTimeout] = given
    return setTimeout.call(this, milliseconds / 20, onTimeout)
  })
}

test('what is sent is what arrives', async () => {
  const { server, mail: transport } = await createTestSmtp()
  expect(await transport.send(mail)).toEqual({ kind: 'sent', rejected: [] })
  const [arrived] = server.arrived
  expect(arrived?.subject).toBe(mail.subject)
  expect(arrived?.html.trim()).toBe(mail.html)
  expect(arrived?.text.trim().replaceAll('\r\n', '\n')).toBe(mail.text)
})

test.each<[kind: string, behaviour: SmtpBehaviour, reply: string]>([
  ['deferred', { kind: 'temporary' }, '451'],
  ['refused', { kind: 'refuse-recipient' }, '550 No such user'],
  ['refused', { kind: 'reply', at: 'data', code: 554, text: '5.7.1 Rejected as spam' }, '554'],
  ['unavailable', { kind: 'refuse-auth' }, '535'],
  ['unavailable', { kind: 'reply', at: 'greeting', code: 554, text: 'No mail from you' }, '554'],
  ['unavailable', { kind: 'reply', at: 'sender', code: 530, text: '5.7.0 Authentication required' }, '530'],
  ['unavailable', { kind: 'reply', at: 'sender', code: 550, text: '5.7.1 Suspended' }, '550'],
  ['unavailable', { kind: 'reply', at: 'recipient', code: 550, text: '5.4.5 Daily limit exceeded' }, '550'],
  ['unavailable', { kind: 'reply', at: 'recipient', code: 452, text: '4.5.3 Too many recipients' }, '452'],
  ['unavailable', { kind: 'reply', at: 'data', code: 550, text: '5.4.5 Daily limit exceeded' }, '550'],
])('%s: what %o makes of a mail', async (kind, behaviour, reply) => {
  const { server, mail: transport } = await createTestSmtp()
  server.behave(behaviour)
  const outcome = await transport.send(mail)
  expect(outcome).toMatchObject({ kind, reason: expect.stringMatching(new RegExp(`${reply}[^\n]*$`)) })
  expect(JSON.stringify(outcome)).not.toContain('secret')
})

test('a server that is not there takes no mail at all', async () => {
  const { server, mail: transport } = await createTestSmtp()
  await server.close()
  expect(await transport.send(mail)).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringContaining('ECONNREFUSED'),
  })
})

test('a server without working TLS takes no mail either', async () => {
  const { server } = await createTestSmtp()
  const transport = createSmtpTransport(server.url.replace('smtp:', 'smtps:'))
  expect(await transport.send(mail)).toMatchObject({ kind: 'unavailable' })
  transport.close()
})

test('a mail that is told to stop lets go of the server at once, and others go on', async () => {
  const { server, mail: transport } = await createTestSmtp()
  server.behave({ kind: 'hang-after-data' })
  const abort = new AbortController()
  const hanging = transport.send(mail, abort.signal)
  await eventually(() => expect(server.arrived).toHaveLength(1))
  abort.abort(new Error('The process ends.'))
  await expect(hanging).rejects.toThrow('The process ends.')
  server.behave({ kind: 'accept' })
  expect(await transport.send(mail)).toMatchObject({ kind: 'sent' })
})

test('a server that hangs after the mail is given up, as one that takes none', async () => {
  hurrySocketTimeouts()
  const { server, mail: transport } = await createTestSmtp()
  server.behave({ kind: 'hang-after-data' })
  expect(await transport.send(mail)).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringMatching(/timeout/i),
  })
  expect(server.arrived).toHaveLength(1)
  server.behave({ kind: 'accept' })
  expect(await transport.send(mail)).toMatchObject({ kind: 'sent' })
})

test('two mails are under way at a time, a hanging one holds up no other', async () => {
  const { server, mail: transport } = await createTestSmtp()
  server.behave({ kind: 'hang-after-data' })
  const hanging = transport.send({ ...mail, messageId: '<hangs@localhost>' })
  await eventually(() => expect(server.arrived).toHaveLength(1))
  server.behave({ kind: 'accept' })
  expect(await transport.send(mail)).toMatchObject({ kind: 'sent' })
  server.cut()
  await hanging
})

test('verify says null when the server lets us in, and otherwise what it said', async () => {
  const { server, mail: transport } = await createTestSmtp()
  expect(await transport.verify()).toBeNull()
  server.behave({ kind: 'refuse-auth' })
  expect(await transport.verify()).toMatch(/^Invalid login: 535[^\n]*$/)
  await server.close()
  expect(await transport.verify()).toContain('ECONNREFUSED')
})

test('user and password come from the address, with their special characters', async () => {
  const { server } = await createTestSmtp()
  const url = new URL(server.url)
  url.username = encodeURIComponent('desk@agency.dev')
  url.password = encodeURIComponent('p@ss:w/rd%')
  const transport = createSmtpTransport(url.href)
  expect(await transport.verify()).toBeNull()
  transport.close()
  expect(server.logins).toEqual([{ user: 'desk@agency.dev', password: 'p@ss:w/rd%' }])
})
