import { expect, test } from 'vitest'

import { getLead } from '#app/features/leads/get-lead.server.ts'
import { listThread } from '#app/features/leads/thread/list-thread.server.ts'
import { replyAddressOf } from '#app/features/leads/thread/reply-address.server.ts'
import { sendReply } from '#app/features/leads/thread/send-reply.server.ts'
import { makeLeadFromMail } from '#app/features/leads/unfiled/lead-from-mail.server.ts'
import { listPeople } from '#app/features/people/list-people.server.ts'
import { readPeopleListQuery } from '#app/features/people/people-list-query.ts'
import { findNeeds } from '#app/features/today/find-needs.server.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import { mailboxId } from '#app/platform/email/mailbox-health.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { startReading, takeMailbox } from './mailbox-state.server.ts'
import { receiveMail } from './receive-mail.server.ts'

const env = {
  IMAP_URL: 'imaps://hello%40agency.example:secret@imap.agency.example/INBOX',
  MAIL_FROM: 'Agency <hello@agency.example>',
}

async function createMailbox() {
  const ctx = asOwner(await createTestCtx({ env }))
  const imap = await ctx.imap(ctx)
  if (!imap) throw new Error('The mailbox is missing.')
  const place = { box: mailboxId(imap), holder: 'one', uidValidity: '7' }
  expect(await takeMailbox(ctx, place.box, 'one')).toBe(true)
  await startReading(ctx, place)
  const leadId = await createLead(ctx, { name: 'Ada', email: 'ada@example.com' })
  let uid = 0
  const receive = (lines: string[], body = 'Tuesday suits me.', options = {}) => {
    uid += 1
    const bytes = Buffer.from([...lines, '', body].join('\r\n'))
    const fetched = { bytes, isTooLarge: false, receivedAt: ctx.clock.now(), ...options }
    return receiveMail(ctx, fetched, { ...place, uid })
  }
  return { ctx, place, leadId, receive }
}

async function replyTo(ctx: TestCtx, leadId: string): Promise<string> {
  const key = newId()
  await sendReply(ctx, { leadId, key, text: 'When does it suit you?', files: [] })
  const { message_id } = await ctx.db
    .selectFrom('thread_mail')
    .select('message_id')
    .where('id', '=', key)
    .executeTakeFirstOrThrow()
  return message_id
}

function findMail(ctx: TestCtx, id: string | null) {
  return ctx.db.selectFrom('thread_mail').selectAll().where('id', '=', String(id)).executeTakeFirstOrThrow()
}

const from = 'From: Ada <ada@example.com>'

test('an answer to a mail of ours is filed under its lead, without what it quotes', async () => {
  const { ctx, leadId, receive } = await createMailbox()
  const ours = await replyTo(ctx, leadId)
  const body = 'On Tuesday.\r\n\r\nOn 3 Nov 2026 at 9:14, Agency <hello@agency.example> wrote:\r\n\r\n> When?'
  const id = await receive(
    [from, 'Message-ID: <a1@example.com>', `In-Reply-To: <${ours}>`, 'Subject: Re: Hi'],
    body,
  )
  expect(await findMail(ctx, id)).toMatchObject({
    lead_id: leadId,
    direction: 'in',
    message_id: 'a1@example.com',
    in_reply_to: ours,
    from_email: 'ada@example.com',
    from_name: 'Ada',
    subject: 'Re: Hi',
    text: 'On Tuesday.',
    quoted: expect.stringContaining('> When?'),
    is_automatic: 0,
  })
})

test('references and the signed address file a mail; the sender alone does not', async () => {
  const { ctx, leadId, receive } = await createMailbox()
  const ours = await replyTo(ctx, leadId)
  const address = await replyAddressOf(ctx, leadId)
  const filed = [
    await receive([
      from,
      `References: <x@example.com> <${ours}> <y@example.com>`,
      'Message-ID: <1@example.com>',
    ]),
    await receive(['From: other@example.com', `To: Agency <${address}>`, 'Message-ID: <2@example.com>']),
    await receive([from, `Delivered-To: ${address}`, 'Message-ID: <3@example.com>']),
  ]
  for (const id of filed) expect((await findMail(ctx, id)).lead_id).toBe(leadId)
  const unfiled = [
    await receive([from, 'To: hello@agency.example', 'Message-ID: <4@example.com>']),
    await receive([from, `To: ${address?.replace('+', '+b')}`, 'Message-ID: <5@example.com>']),
    await receive([from, 'In-Reply-To: <1@example.com>', 'Message-ID: <6@example.com>']),
  ]
  for (const id of unfiled) expect((await findMail(ctx, id)).lead_id).toBeNull()
})

test('whom a form names to answer becomes the lead, and files nothing', async () => {
  const { ctx, leadId, receive } = await createMailbox()
  const id = String(await receive(['From: Site <noreply@site.example>', 'Reply-To: Ada L <ada@example.com>']))
  expect(await findMail(ctx, id)).toMatchObject({ lead_id: null, from_email: 'noreply@site.example' })
  const made = await makeLeadFromMail(ctx, { id })
  expect(made.leadId).not.toBe(leadId)
  const lead = ctx.db.selectFrom('lead').select(['name', 'email', 'address'])
  expect(await lead.where('id', '=', made.leadId).executeTakeFirst()).toEqual({
    name: 'Ada L',
    email: 'ada@example.com',
    address: 'ada@example.com',
  })
})

test('of several mails of ours that a mail refers to, the last one files it', async () => {
  const { ctx, leadId, receive } = await createMailbox()
  const other = await createLead(ctx, { email: 'grace@example.com' })
  const [first, last] = [await replyTo(ctx, leadId), await replyTo(ctx, other)]
  const references = `References: <${first}> <${last}>`
  const byReferences = await receive([from, references, 'Message-ID: <1@example.com>'])
  expect((await findMail(ctx, byReferences)).lead_id).toBe(other)
  const answer = `In-Reply-To: <${first}>`
  const byAnswer = await receive([from, references, answer, 'Message-ID: <2@example.com>'])
  expect((await findMail(ctx, byAnswer)).lead_id).toBe(leadId)
})

test('a mail that comes twice is stored once, with and without an identifier', async () => {
  const { ctx, receive } = await createMailbox()
  expect(await receive([from, 'Message-ID: <1@example.com>'])).not.toBeNull()
  expect(await receive([from, 'Message-ID: <1@example.com>'])).toBeNull()
  expect(await receive([from, 'Subject: none'])).not.toBeNull()
  expect(await receive([from, 'Subject: none'])).toBeNull()
  expect(await ctx.db.selectFrom('thread_mail').select('id').execute()).toHaveLength(2)
})

test('several mails with one identifier are each stored once, except copies of ours', async () => {
  const { ctx, leadId, receive } = await createMailbox()
  const attached = 'Content-Type: multipart/mixed; boundary=b'
  const part = (text: string) => `--b\r\n\r\n${text}\r\n--b\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--b--`
  const head = [from, 'Message-ID: <1@example.com>', 'Subject: Parcel', attached]
  const first = await receive(head, part('It comes today.'))
  const { text } = await findMail(ctx, first)
  const change = (to: string) =>
    ctx.db.updateTable('thread_mail').set({ text: to }).where('id', '=', first).execute()
  await change('Erased')
  expect(await receive(head, part('It comes today.')), 'fetched again').toBeNull()
  await change(text)
  ctx.clock.advance(MINUTE)
  const other = await receive(head, part('It is here.'))
  expect(await findMail(ctx, other)).toMatchObject({
    message_id: expect.stringMatching(/^[\da-f]{64}@repeated-id\.invalid$/),
    text: 'It is here.',
  })
  expect(await receive(['Received: elsewhere', ...head], part('It is here.'))).toBeNull()
  expect(await receive(['Received: elsewhere', ...head], part('It comes today.'))).toBeNull()
  expect(await receive(['From: bob@example.com', ...head.slice(1)], part('It is here.'))).not.toBeNull()
  const files = await ctx.db.selectFrom('thread_attachment').select('file').execute()
  const texts = await Promise.all(files.map(({ file }) => ctx.files.get(file)))
  expect(
    texts
      .map((bytes) =>
        Buffer.from(bytes ?? [])
          .toString()
          .trim(),
      )
      .toSorted(),
  ).toEqual(['It comes today.', 'It is here.', 'It is here.'])
  const ours = await replyTo(ctx, leadId)
  expect(await receive([from, `Message-ID: <${ours}>`], 'Any other text')).toBeNull()
})

test('mails with one identifier that come at once are neither lost nor doubled', async () => {
  const { ctx, place } = await createMailbox()
  const other = { ...place, box: 'another' }
  expect(await takeMailbox(ctx, other.box, 'one')).toBe(true)
  await startReading(ctx, other)
  const receiveBoth = async (uid: number, texts: readonly string[]) => {
    const bothLook = Promise.withResolvers<void>()
    let looking = 0
    const put: TestCtx['files']['put'] = async (...file) => {
      looking += 1
      if (looking === 2) bothLook.resolve()
      await bothLook.promise
      return ctx.files.put(...file)
    }
    const slow = { ...ctx, files: { ...ctx.files, put } }
    const tries = texts.map((text, n) => {
      const lines = [
        from,
        `Message-ID: <${uid}@example.com>`,
        'Content-Type: multipart/mixed; boundary=b',
        '',
      ]
      const parts = ['--b', '', text, '--b', 'Content-Type: text/csv', '', text, '--b--']
      const bytes = Buffer.from([...lines, ...parts].join('\r\n'))
      const fetched = { bytes, isTooLarge: false, receivedAt: ctx.clock.now() + n * SECOND }
      return () => receiveMail(slow, fetched, { ...(n === 0 ? place : other), uid })
    })
    const results = await Promise.allSettled(tries.map((attempt) => attempt()))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const [n, result] of results.entries())
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'unavailable' })
        await tries[n]?.()
      }
  }
  await receiveBoth(1, ['One', 'Two'])
  await receiveBoth(2, ['Three', 'Three'])
  const files = await ctx.db
    .selectFrom('thread_attachment')
    .innerJoin('thread_mail', 'thread_mail.id', 'mail_id')
    .select(['file', 'text'])
    .orderBy('text')
    .execute()
  expect(files.map(({ text }) => text)).toEqual(['One', 'Three', 'Two'])
  for (const { file, text } of files)
    expect(Buffer.from((await ctx.files.get(file)) ?? []).toString()).toContain(text)
})

test('who no longer holds the mailbox stores nothing', async () => {
  const { ctx, place, receive } = await createMailbox()
  expect(await takeMailbox(ctx, place.box, 'two')).toBe(false)
  ctx.clock.advance(60_000)
  expect(await takeMailbox(ctx, place.box, 'two')).toBe(true)
  await expect(receive([from, 'Message-ID: <1@example.com>'])).rejects.toMatchObject({ code: 'conflict' })
  expect(await ctx.db.selectFrom('thread_mail').select('id').execute()).toEqual([])
})

test('the last UID is stored with the mail, and reset when the server’s UIDVALIDITY changes', async () => {
  const { ctx, place, receive } = await createMailbox()
  await receive([from, 'Message-ID: <1@example.com>'])
  await receive([from, 'Message-ID: <2@example.com>'])
  expect(await startReading(ctx, place)).toMatchObject({ lastUid: 2 })
  const renewed = await startReading(ctx, { ...place, uidValidity: '8' })
  expect(renewed).toEqual({ lastUid: 0, since: ctx.clock.now() - 86_400_000 })
})

test('attachments keep a safe name and their bytes', async () => {
  const { ctx, receive } = await createMailbox()
  const id = await receive(
    [from, 'Message-ID: <1@example.com>', 'Content-Type: multipart/mixed; boundary=b'],
    '--b\r\n\r\nHere it is.\r\n--b\r\nContent-Type: text/html\r\nContent-Disposition: attachment; filename="../../pl\u202ean.html"\r\n\r\n<script>\r\n--b--\r\n',
  )
  const [file] = await ctx.db
    .selectFrom('thread_attachment')
    .selectAll()
    .where('mail_id', '=', String(id))
    .execute()
  expect(file).toMatchObject({ name: 'pl_an.html', position: 0 })
  expect(Buffer.from((await ctx.files.get(String(file?.file))) ?? []).toString()).toContain('<script>')
})

test.each(['Auto-Submitted: auto-replied', 'X-Autoreply: yes', 'Precedence: bulk'])(
  '%s marks an automatic answer',
  async (header) => {
    const { ctx, receive } = await createMailbox()
    expect(
      (await findMail(ctx, await receive([from, header, 'Message-ID: <1@example.com>']))).is_automatic,
    ).toBe(1)
  },
)

test.each([
  ['Automatic reply: your inquiry', 1],
  ['Abwesenheitsnotiz', 1],
  ['自动回复：报价', 1],
  ['Out of Office - back on Monday', 0],
  ['Autoreply Re: your inquiry', 0],
])('“%s” is the subject of an automatic answer; of a first mail: %d', async (subject, ofFirst) => {
  const { ctx, receive } = await createMailbox()
  const stored = async (line: string) =>
    (await findMail(ctx, await receive([from, `Subject: ${subject}`, line]))).is_automatic
  expect(await stored('References: <ours@agency.example>')).toBe(1)
  expect(await stored('In-Reply-To: <ours@agency.example>')).toBe(1)
  expect(await stored('To: hello@agency.example')).toBe(ofFirst)
})

test.each(['Auto reply for our webshop, what does it cost?', 'Out of office bot', 'Auto-reply-bot'])(
  '“%s” is what a person writes about',
  async (subject) => {
    const { ctx, receive } = await createMailbox()
    const id = await receive([from, `Subject: ${subject}`, 'In-Reply-To: <ours@agency.example>'])
    expect(await findMail(ctx, id)).toMatchObject({ is_automatic: 0 })
  },
)

test.each(['RE: Automatic reply: your inquiry', 'AW: Abwesenheitsnotiz', 'Antw: Automatisch antwoord: Hi'])(
  'a person who answers below “%s” has answered',
  async (subject) => {
    const { ctx, receive } = await createMailbox()
    const lines = [
      from,
      `Subject: ${subject}`,
      'In-Reply-To: <ours@agency.example>',
      'Message-ID: <1@example.com>',
    ]
    expect(await findMail(ctx, await receive(lines))).toMatchObject({ is_automatic: 0 })
    const automatic = [...lines.slice(0, -1), 'Auto-Submitted: auto-replied', 'Message-ID: <2@example.com>']
    expect(await findMail(ctx, await receive(automatic))).toMatchObject({ is_automatic: 1 })
  },
)

test('a lead whose last mail is theirs needs someone; an automatic one does not count', async () => {
  const { ctx, leadId, receive } = await createMailbox()
  const ours = await replyTo(ctx, leadId)
  const answers = async () => (await findNeeds.answer(ctx)).map(({ item, text }) => ({ item, text }))
  ctx.clock.advance(1000)
  await receive([
    from,
    `In-Reply-To: <${ours}>`,
    'Auto-Submitted: auto-replied',
    'Message-ID: <1@example.com>',
  ])
  expect(await answers()).toEqual([])
  const id = await receive([from, `In-Reply-To: <${ours}>`, 'Message-ID: <2@example.com>'])
  expect(await answers()).toEqual([{ item: `answer:${id}`, text: 'Tuesday suits me.' }])
  ctx.clock.advance(1000)
  await replyTo(ctx, leadId)
  expect(await answers()).toEqual([])
})

test('an answer that is fetched only after another reply of ours needs someone', async () => {
  const { ctx, leadId, receive } = await createMailbox()
  const ours = await replyTo(ctx, leadId)
  const receivedAt = ctx.clock.now() + HOUR
  ctx.clock.advance(2 * HOUR)
  await replyTo(ctx, leadId)
  ctx.clock.advance(HOUR)
  const head = [from, `In-Reply-To: <${ours}>`]
  const away = ['Auto-Submitted: auto-replied', 'Message-ID: <1@example.com>']
  const automatic = await receive([...head, ...away], 'Away.', { receivedAt })
  expect((await findMail(ctx, automatic)).at).toBe(receivedAt)
  expect(await findNeeds.answer(ctx)).toEqual([])
  await receive([...head, 'Message-ID: <2@example.com>'], 'On Tuesday.', { receivedAt })
  expect(await findNeeds.answer(ctx)).toMatchObject([{ text: 'On Tuesday.' }])
  await receive([...head, 'Message-ID: <3@example.com>'], 'No, on Friday.', {
    receivedAt: receivedAt + 90 * MINUTE,
  })
  expect(await findNeeds.answer(ctx)).toMatchObject([{ text: 'No, on Friday.' }])
  expect((await listThread(ctx, leadId)).mails.map(({ text }) => text)).toEqual([
    'When does it suit you?',
    'Away.',
    'When does it suit you?',
    'On Tuesday.',
    'No, on Friday.',
  ])
  await replyTo(ctx, leadId)
  expect(await findNeeds.answer(ctx)).toEqual([])
})

const report = (ours: string, address: string, status: string) =>
  [
    '--b',
    'Content-Type: text/plain',
    '',
    'Your message was not delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    `Final-Recipient: rfc822; ${address}`,
    `Action: ${status.startsWith('5') ? 'failed' : 'delayed'}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 No such user',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${ours}>`,
    'Subject: Re: Hi',
    '',
    'When?',
    '--b--',
  ].join('\r\n')
const reportHead = [
  'From: MAILER-DAEMON@mx.example.com',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
]

test('a report marks the address its mail went to, for good or for now, until it writes', async () => {
  const { ctx, leadId, receive } = await createMailbox()
  const ours = await replyTo(ctx, leadId)
  const bounces = () => ctx.db.selectFrom('bounce').select(['address', 'is_final', 'reason']).execute()
  const id = await receive(
    [...reportHead, 'Message-ID: <1@mx.example>'],
    report(ours, 'ADA@example.com', '4.2.2'),
  )
  expect(await findMail(ctx, id)).toMatchObject({ lead_id: leadId, is_automatic: 1 })
  expect(await bounces()).toEqual([{ address: 'ada@example.com', is_final: 0, reason: '550 No such user' }])
  const delays = async () => (await listThread(ctx, leadId)).mails.map(({ delay }) => delay)
  expect(await delays()).toEqual(['550 No such user', null])
  await receive([...reportHead, 'Message-ID: <2@mx.example>'], report(ours, 'ada@example.com', '5.1.1'))
  expect(await delays()).toEqual([null, null, null])
  expect(await bounces()).toEqual([{ address: 'ada@example.com', is_final: 1, reason: '550 No such user' }])
  expect((await listThread(ctx, leadId)).unreachable).toMatchObject({ reason: '550 No such user' })
  await receive([from, 'Message-ID: <3@example.com>'])
  expect(await bounces()).toEqual([])
  expect((await listThread(ctx, leadId)).unreachable).toBeNull()
})

test('a report about a mail that was never ours, or went elsewhere, marks nobody', async () => {
  const { ctx, leadId, receive } = await createMailbox()
  const ours = await replyTo(ctx, leadId)
  await receive(
    [...reportHead, 'Message-ID: <1@mx.example>'],
    report('x@y.example', 'ada@example.com', '5.1.1'),
  )
  await receive([...reportHead, 'Message-ID: <2@mx.example>'], report(ours, 'bob@example.com', '5.1.1'))
  expect(await ctx.db.selectFrom('bounce').selectAll().execute()).toEqual([])
})

test('what is too large or cannot be read is filed with its headers and says so', async () => {
  const { ctx, receive } = await createMailbox()
  const large = await receive([from, 'Subject: Plans', 'Message-ID: <1@example.com>'], '', {
    isTooLarge: true,
  })
  expect(await findMail(ctx, large)).toMatchObject({
    subject: 'Plans',
    text: 'This mail is larger than 25 MB. Open it in the mailbox.',
  })
  const levels = Array.from({ length: 500 }, (_, at) => [
    `Content-Type: multipart/mixed; boundary="b${at}"`,
    '',
    `--b${at}`,
  ])
  const deep = await receive([from, 'Subject: Deep', 'Message-ID: <2@example.com>', ...levels.flat()], 'Text')
  expect(await findMail(ctx, deep)).toMatchObject({
    subject: 'Deep',
    text: 'This mail could not be read. Open it in the mailbox.',
  })
})

test('a mail moves the last activity of its sender, an automatic answer does not', async () => {
  const { ctx, leadId, receive } = await createMailbox()
  const { person } = await getLead(ctx, leadId)
  const lastActivity = async () => {
    const { people } = await listPeople(ctx, readPeopleListQuery(new URLSearchParams()))
    return people.find(({ id }) => id === person?.id)?.listed_at
  }
  ctx.clock.advance(DAY)
  await receive([from, 'Message-ID: <away@example.com>', 'Auto-Submitted: auto-replied', 'Subject: Away'])
  expect(await lastActivity()).toBe(ctx.clock.now() - DAY)
  await receive([from, 'Message-ID: <moves@example.com>', 'Subject: Hello again'])
  expect(await lastActivity()).toBe(ctx.clock.now())
  ctx.clock.advance(DAY)
  await replyTo(ctx, leadId)
  expect(await lastActivity()).toBe(ctx.clock.now())
})

test('of more than sixty mails to a lead within an hour the others are kept as unfiled', async () => {
  const { ctx, leadId, receive } = await createMailbox()
  const to = `To: ${await replyAddressOf(ctx, leadId)}`
  const filed: (string | null)[] = []
  const receiveNext = async () => {
    const id = await receive([from, to, `Message-ID: <${filed.length}@example.com>`, 'Subject: Again'])
    filed.push((await findMail(ctx, id)).lead_id)
  }
  for (let n = 0; n < 62; n += 1) await receiveNext()
  expect(filed.filter((lead) => lead === leadId)).toHaveLength(60)
  expect(filed.slice(-2)).toEqual([null, null])
  ctx.clock.advance(HOUR)
  await receiveNext()
  expect(filed.at(-1)).toBe(leadId)
})
