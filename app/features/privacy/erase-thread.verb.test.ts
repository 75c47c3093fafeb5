import { expect, test } from 'vitest'

import { deleteThreadFiles } from '#app/features/leads/thread/erase-thread.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createThreadMail } from '#tests/factories/thread-mail.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { describeHoldings } from './describe-holdings.server.ts'
import { erasePersonalData } from './erase-personal-data.server.ts'
import { exportPersonalData } from './export-personal-data.server.ts'

const address = 'ann@example.com'
const bytes = new TextEncoder().encode('Our plans for the spring')

async function filledCtx() {
  const ctx = asOwner(await createTestCtx())
  const own = await createLead(ctx, { email: address })
  const other = await createLead(ctx, { email: 'bob@example.com' })
  await createThreadMail(ctx, { lead_id: own, from_email: address }, { name: 'plans.pdf', bytes })
  await createThreadMail(ctx, {
    lead_id: own,
    direction: 'out',
    from_email: 'hello@agency.example',
    recipients: JSON.stringify([address]),
  })
  await createThreadMail(ctx, { from_email: 'Ann@Example.com', text: 'It came from another program.' })
  await createThreadMail(ctx, { from_email: 'noreply@site.example', reply_to_email: address })
  const kept = await createThreadMail(
    ctx,
    { lead_id: other, from_email: 'bob@example.com', text: `Ask ${address}.`, quoted: `> ${address} wrote` },
    { name: `${address} plans.txt`, bytes },
  )
  await ctx.db
    .insertInto('thread_draft')
    .values([
      { id: '1', lead_id: own, member_id: 'owner', text: 'Dear Ann', updated_at: ctx.clock.now() },
      { id: '2', lead_id: other, member_id: 'owner', text: `Not ${address}`, updated_at: ctx.clock.now() },
    ])
    .execute()
  return { ctx, other, kept }
}

test('a person is told of every mail of a thread, with what was attached', async () => {
  const { ctx } = await filledCtx()
  const data = JSON.parse(await wholeText(await exportPersonalData(ctx, { address }))) as {
    thread: { attachments: { name: string; base64: string }[] }[]
  }
  expect(data.thread).toHaveLength(4)
  expect(data.thread.flatMap(({ attachments }) => attachments)).toEqual([
    expect.objectContaining({ name: 'plans.pdf', base64: Buffer.from(bytes).toString('base64') }),
  ])
  expect(await describeHoldings(ctx, { address })).toMatchObject({ mentions: 4 })
})

test('an erasure takes mails, drafts and files, and blacks out the address elsewhere', async () => {
  const { ctx, other, kept } = await filledCtx()
  const attached = await ctx.db.selectFrom('thread_attachment').select(['mail_id', 'file']).execute()
  await erasePersonalData(ctx, { address })
  expect(await ctx.db.selectFrom('thread_mail').select(['id', 'text', 'quoted']).execute()).toEqual([
    { id: kept, text: 'Ask [erased].', quoted: '> [erased] wrote' },
  ])
  expect(await ctx.db.selectFrom('thread_attachment').select('name').execute()).toEqual([
    { name: '[erased] plans.txt' },
  ])
  expect(await ctx.db.selectFrom('thread_draft').select(['lead_id', 'text']).execute()).toEqual([
    { lead_id: other, text: 'Not [erased]' },
  ])
  const jobs = await ctx.db
    .selectFrom('job')
    .select('payload')
    .where('name', '=', deleteThreadFiles.name)
    .execute()
  for (const { payload } of jobs)
    await deleteThreadFiles.run(ctx, deleteThreadFiles.payload.parse(JSON.parse(payload)), {
      signal: new AbortController().signal,
    })
  for (const { mail_id, file } of attached)
    expect((await ctx.files.get(file)) !== null, mail_id).toBe(mail_id === kept)
})
