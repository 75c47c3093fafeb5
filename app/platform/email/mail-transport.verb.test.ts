import { Socket } from 'node:net'

import { expect, test, vi } from 'vitest'

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

/** The same socket timeouts, a hundred times faster. */
function hurrySocketTimeouts(): void {
  const { setTimeout } = Socket.prototype
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function hurried(this: Socket, ...given) {
    const [milliseconds, onTimeout] = given
    return setTimeout.call(this, milliseconds / 100, onTimeout)
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

test('5xx for the mail is for good, 4xx and a refused sign-in are not', async () => {
  const { server, mail: transport } = await createTestSmtp()
  server.behave({ kind: 'temporary' })
  expect(await transport.send(mail)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('451') })
  server.behave({ kind: 'refuse-recipient' })
  expect(await transport.send(mail)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('550'),
  })
  const stranger = await createTestSmtp()
  stranger.server.behave({ kind: 'refuse-auth' })
  expect(await stranger.mail.send(mail)).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/535[^\n]*$/),
  })
})

test('a server that is not there is worth another try', async () => {
  const { server, mail: transport } = await createTestSmtp()
  await server.close()
  expect(await transport.send(mail)).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('ECONNREFUSED'),
  })
})

test('a server that hangs after the mail is given up, and the mail is worth another try', async () => {
  hurrySocketTimeouts()
  const { server, mail: transport } = await createTestSmtp()
  server.behave({ kind: 'hang-after-data' })
  expect(await transport.send(mail)).toMatchObject({
    kind: 'failed',
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
