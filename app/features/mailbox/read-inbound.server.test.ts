import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readInbound } from './read-inbound.server.ts'

const read = (...lines: string[]) => readInbound({ bytes: Buffer.from(lines.join('\r\n')) })

test('HTML becomes text, without pictures and with the addresses of links', async () => {
  const { text, quoted } = await read(
    'Content-Type: text/html',
    '',
    '<p>On <b>Tuesday</b>, <a href="https://a.example/x">here</a>.<img src="https://spy.example/1.gif"></p><script>alert(1)</script><blockquote>When?</blockquote>',
  )
  expect(text).toContain('On Tuesday, here')
  expect(text).toContain('https://a.example/x')
  expect(`${text}${quoted}`).not.toMatch(/spy|alert/)
  expect(quoted).toContain('When?')
})

test('a large pasted picture takes nothing from what follows it', async () => {
  const picture = `data:image/png;base64,${'iVBORw0KGgo/+'.repeat(400_000)}==`
  const wrapped = picture.replaceAll(/.{76}/g, '$&\r\n')
  const style = `background:url(${picture})`
  const { text } = await read(
    'Content-Type: text/html',
    '',
    `<p>Look:</p><img src="${picture}"><p>One</p><img src='${wrapped}'><p style="${style}">Two, data:text/plain,x</p>`,
  )
  expect(text.split(/\n+/)).toEqual(['Look:', 'One', 'Two, data:text/plain,x'])
})

test.each([
  ['', 'Größe & Maß', 'latin1', '', 'Größe & Maß'],
  ['Content-Type: text/plain', 'Größe & Maß', 'latin1', 'Jörg', 'Größe & Maß'],
  ['Content-Type: text/html', '<p>Größe &amp; Maß</p>', 'latin1', 'Jörg', 'Größe & Maß'],
  ['', 'Größe & Maß', 'utf8', 'Jörg', 'Größe & Maß'],
  ['X-Name: =?iso-8859-2?Q?=B3?=', 'Gr³', 'latin1', 'J³', 'Grł'],
] as const)(
  'a mail without an encoding is read (%s, %s in %s)',
  async (header, text, encoding, name, said) => {
    const lines = [
      `From: ${name} Wide <a@b.example>`,
      'Subject: Für später, Öl',
      ...(header ? [header] : []),
      '',
      text,
    ]
    const mail = await readInbound({ bytes: Buffer.from(lines.join('\r\n'), encoding) })
    expect(mail).toMatchObject({ text: said, from: { email: 'a@b.example' } })
    expect(mail.from.name).toBe(`${name.replace('³', 'ł')} Wide`.trim())
    if (!header.startsWith('X-')) expect(mail.subject).toBe('Für später, Öl')
  },
)

test.each([
  ['7bit', ' '],
  ['quoted-printable', '=20'],
])('an answer right below a flowed quote stays out of it (%s)', async (encoding, space) => {
  const { text, quoted } = await read(
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; format=flowed',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    `Bob wrote on 2 Feb 2026 to me@site.example:${space}`,
    `> When?${space}`,
    `> And where?${space}`,
    `On Tuesday,${space}`,
    'here.',
    '--b',
    'Content-Type: text/plain; name=a.txt',
    'Content-Disposition: attachment',
    '',
    '> kept ',
    'x',
    '--b--',
  )
  expect(text).toBe('On Tuesday, here.')
  expect(quoted).toContain('> When?\n> And where?')
})

test('a text that is cut says so above what it quotes', async () => {
  const sentence = 'This mail is longer than can be shown here. Open it in the mailbox.'
  const plain = await read(
    'Subject: Hi',
    '',
    'Yes.',
    '',
    '> Well?',
    ...Array<string>(20_000).fill('> because'),
  )
  expect(plain).toMatchObject({ text: `Yes.\n\n${sentence}`, quoted: expect.stringContaining('> because') })
  const html = await read('Content-Type: text/html', '', `<p>Yes.</p><!--${'x'.repeat(300_000)}--><p>No.</p>`)
  expect(html.text).toBe(`Yes.\n\n${sentence}`)
})

test.each([
  ['noreply@site.example', 'Ann Lee <ann@example.com>', { email: 'ann@example.com', name: 'Ann Lee' }],
  [
    'Form <forms-no-reply+7@site.example>',
    'ann@example.com, Ann <ANN@example.com>',
    { email: 'ann@example.com', name: '' },
  ],
  ['donotreply@site.example', 'ann@example.com, bob@example.com', null],
  ['noreply@site.example', 'no-reply@site.example', null],
  ['noreply@site.example', 'ann', null],
  ['bob@example.com', 'ann@example.com', null],
  ['noreplyson@example.com', 'ann@example.com', null],
])('of a mail from %s, %s is whom to answer: %j', async (from, to, replyTo) => {
  expect((await read(`From: ${from}`, `Reply-To: ${to}`, '', 'Hello')).replyTo).toEqual(replyTo)
})

test('an unknown character set and broken encodings are read as far as they go', async () => {
  const { text } = await read(
    'Content-Type: text/plain; charset=x-nowhere',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Gr=FC=ZZ=DFe=',
  )
  expect(text).toMatch(/^Gr/)
})

test('ten thousand parts leave fifty attachments', async () => {
  const part = '--b\r\nContent-Type: application/x; name="a"\r\n\r\nx'
  const mail = await read(
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...Array<string>(10_000).fill(part),
    '--b--',
  )
  expect(mail.attachments).toHaveLength(50)
  expect(mail.text).toBe('This mail has more than 50 attachments. Open it in the mailbox for the others.')
})

test('headers of megabytes leave what was sent by whom', async () => {
  const mail = await read(
    'From: ada@example.com',
    'Subject: Hi',
    `X-Long: ${'a'.repeat(3_000_000)}`,
    '',
    'Text',
  )
  expect(mail).toMatchObject({ from: { email: 'ada@example.com' }, subject: 'Hi' })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['a\u202Efdp.exe', 'a_fdp.exe'],
  ['.htaccess', '_htaccess'],
  ['C:\\x\\y.doc', 'y.doc'],
  ['a\r\nb: c', 'a__b_ c'],
])('an attachment called %j is called %s', async (given, name) => {
  const filename = `filename*=UTF-8''${encodeURIComponent(given)}`
  const { attachments } = await read(
    `Content-Disposition: attachment; ${filename}`,
    'Content-Type: text/x',
    '',
    'x',
  )
  expect(attachments.map((attachment) => attachment.name)).toEqual([name])
})

test.each([
  ['qmail', 'Hi. This is the qmail-send program.\n<bob@example.com>:\n550 5.1.1 User unknown\n', true],
  ['a full mailbox', '<bob@example.com>: host mx said: 552 5.2.2 Mailbox full\n', false],
  ['words alone', 'bob@example.com: no such user here\n', true],
])('%s is understood without a report', async (_, text, isFinal) => {
  const { bounced } = await read('From: MAILER-DAEMON@mx.example.com', 'Subject: failure notice', '', text)
  expect(bounced).toMatchObject([{ address: 'bob@example.com', isFinal }])
})

test.each([
  ['MAILER-DAEMON <>', '', 'Could not deliver to bob@example.com', ['bob@example.com']],
  [
    'MAILER-DAEMON',
    '',
    'Delivery to these failed: me@site.example wrote to bob@example.com',
    ['bob@example.com'],
  ],
  ['mailer-daemon@mx.example', '', 'Your mail was not understood.', []],
  ['postmaster@mx.example', '', 'It did not reach bob@example.com: not recognized', ['bob@example.com']],
  [
    'MAILER-DAEMON@mx.example',
    'X-Failed-Recipients: bob@example.com, ann@example.com',
    'They could not be delivered.',
    ['bob@example.com', 'ann@example.com'],
  ],
  ['ada@example.com', 'Return-Path: <>', 'It did not reach bob@example.com', ['bob@example.com']],
  ['ada@example.com', 'Content-Type: multipart/report; boundary=b', '--b\r\n\r\nIt was read.', []],
])('a mail of the server %s (%s) is no person’s', async (from, header, text, failed) => {
  const mail = await read(
    `From: ${from}`,
    'To: me@site.example',
    'Subject: Undeliverable: Offer',
    ...(header === '' ? [] : [header]),
    '',
    text,
  )
  expect(mail.isAutomatic).toBe(true)
  expect(mail.bounced.map(({ address }) => address)).toEqual(failed)
  expect(mail.bounced.every(({ reason }) => reason !== '')).toBe(true)
})

test('a postmaster may be a person', async () => {
  const { bounced, isAutomatic } = await read(
    'From: postmaster@example.com',
    'Subject: Re: Undeliverable: Offer',
    '',
    'Please deliver it to bob@example.com',
  )
  expect({ bounced, isAutomatic }).toEqual({ bounced: [], isAutomatic: false })
})

test('an ordinary mail that speaks of unknown users reports nothing', async () => {
  const { bounced, isAutomatic } = await read(
    'From: ada@example.com',
    '',
    'bob@example.com: user unknown, 5.1.1',
  )
  expect({ bounced, isAutomatic }).toEqual({ bounced: [], isAutomatic: false })
})

test.each([
  ['failed', '4.0.0', "DNS Error: DNS type 'mx' lookup responded with code NXDOMAIN", true],
  ['failed', '5.4.4', 'Host or domain name not found. Name service error: Host not found', true],
  ['delayed', '4.4.3', 'Host or domain name not found, try again', false],
  ['failed', '5.4.4', 'Unable to route', false],
  ['failed', '5.7.1', 'Message rejected due to DMARC policy', false],
  ['failed', '5.7.1', 'User unknown', true],
  ['failed', '5.7.1', 'Recipient address rejected: Access denied by policy', false],
  ['failed', '5.7.27', 'Sender domain has no MX: host unknown', false],
  ['failed', '5.2.3', 'Message size exceeds fixed limit', false],
  ['failed', '5.1.8', 'Sender address rejected', false],
  ['failed', '5.2.2', 'mailbox unavailable: over quota', false],
  ['failed', '5.2.1', 'mailbox disabled', true],
])('an address is at fault only if there is no such (%s %s: %s)', async (action, status, reason, isFinal) => {
  const { bounced } = await read(
    'From: mailer-daemon@mx.example',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ada@gmial.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${reason}`,
  )
  expect(bounced).toEqual([{ address: 'ada@gmial.example', isFinal, reason }])
})

test('a report is read where the sentences before it are called a report too', async () => {
  const { bounced, isAutomatic } = await read(
    'From: Postmaster@mx.example',
    'Content-Type: multipart/report; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'It was undeliverable: <ada@example.com>',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: RFC822; <ada@example.com>',
    'Action: failed',
    'Status: 5.1.1',
    '--b--',
  )
  expect({ bounced, isAutomatic }).toEqual({
    bounced: [{ address: 'ada@example.com', isFinal: true, reason: '5.1.1' }],
    isAutomatic: true,
  })
})

const pieces = fc.constantFrom(
  'Content-Type: multipart/mixed; boundary=b',
  'Content-Type: multipart/report; boundary="b"',
  'Content-Type: message/delivery-status',
  'Content-Type: message/rfc822',
  'Content-Type: text/html; charset=utf-7',
  'Content-Transfer-Encoding: base64',
  'From: =?utf-8?B?w7w=?= <a@b.example>',
  'To: group: a@b.example, c@d.example;',
  'Date: not a day',
  '--b',
  '--b--',
  '',
)

test('any bytes are a mail whose texts can be stored', async () => {
  const lines = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 60 })), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(lines, async (parts) => {
      const { attachments, ...mail } = await read(...parts)
      const stored = JSON.stringify([mail, attachments.map(({ name }) => name)])
      expect(stored).not.toContain('\\u0000')
      expect(JSON.parse(stored)).toEqual(JSON.parse(stored.toWellFormed()))
      expect(stored).not.toMatch(/\\ud[89a-f]/)
    }),
    { numRuns: 150 },
  )
})
