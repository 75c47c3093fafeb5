import { expect, test } from 'vitest'

import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import { createEmail } from '#tests/factories/email.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { addLeadNote } from './change-lead.server.ts'
import { deleteLead } from './delete-lead.server.ts'

async function idsIn(ctx: TestCtx) {
  const leads = await ctx.db.selectFrom('lead').select('id').execute()
  const events = await ctx.db.selectFrom('lead_event').select('lead_id').distinct().execute()
  const emails = await ctx.db.selectFrom('email').select('about').distinct().orderBy('about').execute()
  return {
    leads: leads.map(({ id }) => id),
    events: events.map((event) => event.lead_id),
    emails: emails.map(({ about }) => about),
  }
}

test('without the owner nothing is deleted', async () => {
  const ctx = await createTestCtx()
  const id = await createLead(ctx)
  await expect(deleteLead(ctx, id)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await idsIn(ctx)).toEqual({ leads: [id], events: [id], emails: [`lead:${id}`] })
})

test('a lead goes with its history and its mails, another stays with all of its own', async () => {
  const ctx = asOwner(await createTestCtx())
  const [gone, kept] = [await createLead(ctx), await createLead(ctx)]
  await addLeadNote(ctx, { id: gone, note: 'Called' })
  await createEmail(ctx, { about: 'other:1' })
  await deleteLead(ctx, gone)
  expect(await idsIn(ctx)).toEqual({ leads: [kept], events: [kept], emails: [`lead:${kept}`, 'other:1'] })
})

test('mails that still waited are not sent', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  await deleteLead(ctx, await createLead(ctx))
  await startTestWorker(ctx, jobMap(sendEmail)).whenIdle()
  expect(server.arrived).toEqual([])
  const jobs = await ctx.db.selectFrom('job').select('state').where('name', '=', sendEmail.name).execute()
  expect(jobs).toEqual([{ state: 'done' }, { state: 'done' }])
})

test('a lead that is gone is not found, and nothing else goes', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  await deleteLead(ctx, id)
  await createEmail(ctx, { about: `lead:${id}` })
  await expect(deleteLead(ctx, id)).rejects.toMatchObject({ code: 'not-found' })
  expect((await idsIn(ctx)).emails).toEqual([`lead:${id}`])
})
