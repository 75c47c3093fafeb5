import { z } from 'zod'

import { type Answer, answersOf, inquiryFilePath } from '#app/lib/question.ts'
import { fileRoom } from '#app/lib/question-files.ts'
import { DAY, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

/** A file whose inquiry was not stored until then is deleted. */
const KEPT_WAITING = 10 * MINUTE

const nameInStore = (id: string) => `inquiries/${id}`

/** Deletes files whose row is gone, and those that wait for an inquiry that never came. */
export const deleteInquiryFiles = defineJob({
  name: 'delete-inquiry-files',
  lane: 'other',
  payload: z.object({ ids: z.array(z.string()) }),
  async run(ctx, { ids }) {
    for (const id of ids) {
      await ctx.db.deleteFrom('lead_file').where('id', '=', id).where('lead_id', 'is', null).execute()
      // The lead may have been restored.
      const kept = await ctx.db.selectFrom('lead_file').select('id').where('id', '=', id).executeTakeFirst()
      if (!kept) await ctx.files.delete(nameInStore(id))
    }
  },
})

/** Returns whether strangers' files have used up their room. @param bytes of a further file */
export async function isRoomUsedUp(ctx: Ctx, bytes = 1): Promise<boolean> {
  if (!ctx.limits) return false
  const { aDay, inAll } = await readRoomUsed(ctx)
  return aDay + bytes > fileRoom.aDay || inAll + bytes > fileRoom.inAll
}

/** Returns the bytes of the files of inquiries. */
export async function readRoomUsed(ctx: Ctx): Promise<{ aDay: number; inAll: number }> {
  const sum = ctx.db.selectFrom('lead_file').select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
  const [aDay, inAll] = await Promise.all([
    sum.where('at', '>', ctx.clock.now() - DAY).executeTakeFirstOrThrow(),
    sum.executeTakeFirstOrThrow(),
  ])
  return { aDay: Number(aDay.bytes), inAll: Number(inAll.bytes) }
}

/** Stores a file that waits for its inquiry. @returns its id */
export async function storeWaiting(ctx: Ctx, bytes: Uint8Array): Promise<string> {
  const id = newId()
  const at = ctx.clock.now()
  // The row precedes the file, so that a crash leaves no file that nobody knows.
  await withTransaction(ctx, async (ctx) => {
    await ctx.db.insertInto('lead_file').values({ id, lead_id: null, size: bytes.length, at }).execute()
    await enqueue(ctx, deleteInquiryFiles, { ids: [id] }, { runAt: at + KEPT_WAITING })
  })
  await ctx.files.put(nameInStore(id), bytes)
  return id
}

/** Gives a waiting file to its lead. Call it in the transaction of the inquiry. @throws {AppError} expired */
export async function giveToLead(ctx: Ctx, id: string, leadId: string): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('lead_file')
    .set({ lead_id: leadId })
    .where('id', '=', id)
    .where('lead_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new AppError('unavailable', 'The file waited for too long. Please send the form again.')
}

/** Deletes a lead's files at `filesAt`, by default at once. Call it in the transaction that deletes the lead. */
export async function eraseFilesOf(ctx: Ctx, leadId: string, filesAt = ctx.clock.now()): Promise<void> {
  const rows = await ctx.db.deleteFrom('lead_file').where('lead_id', '=', leadId).returning('id').execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await enqueue(ctx, deleteInquiryFiles, { ids }, { runAt: filesAt })
}

export async function readStoredFile(ctx: Ctx, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return ctx.files.get(nameInStore(id))
}

/** Returns a lead's answers with the contents of files, for the export of a person's data. */
export async function describeAnswers(ctx: Ctx, stored: string | null) {
  const described = []
  for (const { file, ...answer } of answersOf(stored)) {
    const bytes = file && (await readStoredFile(ctx, file.id))
    described.push(
      file
        ? { ...answer, file: { size: file.size, base64: bytes && Buffer.from(bytes).toString('base64') } }
        : answer,
    )
  }
  return described
}

/** Returns the answers as programs see them: each file with the address from which members download it. */
export function withFileAddresses(answers: readonly Answer[], publicUrl: string) {
  return answers.map(({ file, ...answer }) => ({
    ...answer,
    ...(file && {
      file: { name: String(answer.answer), size: file.size, url: `${publicUrl}${inquiryFilePath(file)}` },
    }),
  }))
}
