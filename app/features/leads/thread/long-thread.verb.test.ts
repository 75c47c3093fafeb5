import { expect, test } from 'vitest'

import { createLead } from '#tests/factories/lead.ts'
import { createThreadMail } from '#tests/factories/thread-mail.ts'
import { newId } from '#app/platform/ids.server.ts'
import { countingReads } from '#tests/support/read-characters.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { listThread } from './list-thread.server.ts'
import { sendReply } from './send-reply.server.ts'

const MAILS = 250

/** A lead with many long mails, the oldest first. */
async function createLongThread() {
  const ctx = asOwner(await createTestCtx())
  const leadId = await createLead(ctx)
  const ids: string[] = []
  for (let n = 0; n < MAILS; n += 1)
    ids.push(
      await createThreadMail(ctx, {
        lead_id: leadId,
        text: `Mail ${n} ${'a'.repeat(40_000)}`,
        quoted: 'b'.repeat(40_000),
        at: ctx.clock.now() + Math.floor(n / 2),
      }),
    )
  return { ...countingReads(ctx), leadId, ids }
}

test('of a long thread the newest hundred mails are read, and earlier ones page by page', async () => {
  const { ctx, read, leadId, ids } = await createLongThread()
  const newest = await listThread(ctx, leadId)
  expect(read()).toBeLessThan(2_000_000)
  expect(newest.mails.map(({ id }) => id)).toEqual(ids.slice(-100))
  expect(newest.mails[0]).toMatchObject({ isCut: true, text: expect.stringMatching(/^Mail 150 /) })
  const middle = await listThread(ctx, leadId, newest.earlier)
  expect(middle.mails.map(({ id }) => id)).toEqual(ids.slice(-200, -100))
  const oldest = await listThread(ctx, leadId, middle.earlier)
  expect(oldest).toMatchObject({ earlier: null, mails: { length: 50 } })
  expect(oldest.mails[0]?.id).toBe(ids[0])
})

test('a short mail is whole, and a mail that the thread does not have begins no page', async () => {
  const ctx = asOwner(await createTestCtx())
  const leadId = await createLead(ctx)
  await createThreadMail(ctx, { lead_id: leadId, text: 'Thank you' })
  const other = await createThreadMail(ctx, { lead_id: await createLead(ctx) })
  for (const before of [null, 'unknown', other])
    expect(await listThread(ctx, leadId, before)).toMatchObject({
      mails: [{ isCut: false, text: 'Thank you' }],
      earlier: null,
      before: null,
    })
})

test('a reply to a long thread reads the mail that it quotes and no other text', async () => {
  const { ctx, read, leadId, ids } = await createLongThread()
  await sendReply(ctx, { leadId, key: newId(), text: 'Thank you', files: [] })
  expect(read()).toBeLessThan(200_000)
  const { headers, props } = await ctx.db
    .selectFrom('email')
    .select(['headers', 'props'])
    .where('template', '=', 'lead-reply')
    .executeTakeFirstOrThrow()
  expect(props).toContain(`Mail ${MAILS - 1} `)
  const { inReplyTo, references } = JSON.parse(String(headers)) as {
    inReplyTo: string
    references: string[]
  }
  const messageIds = ids.map((id) => `${id}@mail.example.com`)
  expect(inReplyTo).toBe(messageIds.at(-1))
  expect(references).toEqual(messageIds.slice(-20))
})
