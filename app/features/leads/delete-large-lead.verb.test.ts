import { expect, test } from 'vitest'

import type { Ctx } from '#app/platform/context.server.ts'
import { findDeletion } from '#app/platform/deletions/keep-deleted.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createThreadMail } from '#tests/factories/thread-mail.ts'
import { countingReads } from '#tests/support/read-characters.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { deleteLeads } from './bulk/change-leads.server.ts'
import { undoBulk } from './bulk/undo-bulk.server.ts'
import { deleteLead, restoreLead } from './delete-lead.server.ts'

/** Creates a lead whose mails have 34 million characters. */
async function createLargeLead(ctx: Ctx): Promise<string> {
  const id = await createLead(ctx)
  for (let n = 0; n < 85; n += 1)
    await createThreadMail(ctx, { lead_id: id, text: 'a'.repeat(200_000), quoted: 'b'.repeat(200_000) })
  return id
}

const leadsIn = async (ctx: Ctx) =>
  (await ctx.db.selectFrom('lead').select('id').execute()).map(({ id }) => id)

test('a lead of more than 32 MB is deleted without reading it, and cannot be restored', async () => {
  const { ctx, read } = countingReads(asOwner(await createTestCtx()))
  const id = await createLargeLead(ctx)
  const before = read()
  const deletion = await deleteLead(ctx, id)
  expect(read() - before).toBeLessThan(100_000)
  expect(await leadsIn(ctx)).toEqual([])
  expect(await findDeletion(ctx, deletion.id)).toEqual({ kind: 'lead', isKept: false })
  await expect(restoreLead(ctx, deletion.id)).rejects.toMatchObject({ code: 'not-found' })
})

test('a lead of usual size can be restored, also if it is deleted together with a large one', async () => {
  const ctx = asOwner(await createTestCtx())
  const usual = await createLead(ctx)
  const alone = await deleteLead(ctx, usual)
  expect(await findDeletion(ctx, alone.id)).toEqual({ kind: 'lead', isKept: true })
  await restoreLead(ctx, alone.id)
  const large = await createLargeLead(ctx)
  const { undo } = await deleteLeads(ctx, { selection: { ids: [usual, large] } })
  expect(await leadsIn(ctx)).toEqual([])
  expect(await undoBulk(ctx, undo)).toBe(1)
  expect(await leadsIn(ctx)).toEqual([usual])
})
