import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

/** In each statement: PostgreSQL and SQLite bound the number of values. */
const SLICE = 500

/** After the commit that deleted their rows: a transaction that is undone keeps its files. */
export const deleteThreadFiles = defineJob({
  name: 'delete-thread-files',
  lane: 'other',
  payload: z.object({ files: z.array(z.string()) }),
  async run(ctx, { files }) {
    for (const file of files) {
      // The lead may have been brought back.
      const kept = await ctx.db
        .selectFrom('thread_attachment')
        .select('id')
        .where('file', '=', file)
        .executeTakeFirst()
      if (!kept) await ctx.files.delete(file)
    }
  },
})

/** Call it in the transaction that deletes the lead. */
export async function eraseThreadOf(ctx: Ctx, leadId: string, filesAt?: number): Promise<void> {
  const mails = await ctx.db.selectFrom('thread_mail').select('id').where('lead_id', '=', leadId).execute()
  await eraseThreadMails(
    ctx,
    mails.map(({ id }) => id),
    filesAt,
  )
}

/**
 * Call it in a transaction. The attached files go at once, or after `filesAt`.
 * @returns how many of them had been received; those we sent stand in the outbox too
 */
export async function eraseThreadMails(
  ctx: Ctx,
  ids: readonly string[],
  filesAt = ctx.clock.now(),
): Promise<number> {
  let received = 0
  for (let start = 0; start < ids.length; start += SLICE) {
    const slice = ids.slice(start, start + SLICE)
    const attached = await ctx.db
      .deleteFrom('thread_attachment')
      .where('mail_id', 'in', slice)
      .returning('file')
      .execute()
    const files = attached.map(({ file }) => file)
    if (files.length > 0) await enqueue(ctx, deleteThreadFiles, { files }, { runAt: filesAt })
    const gone = await ctx.db
      .deleteFrom('thread_mail')
      .where('id', 'in', slice)
      .returning('direction')
      .execute()
    received += gone.filter(({ direction }) => direction === 'in').length
  }
  return received
}

export async function countReceived(ctx: Ctx, ids: readonly string[]): Promise<number> {
  let received = 0
  for (let start = 0; start < ids.length; start += SLICE) {
    const { count } = await ctx.db
      .selectFrom('thread_mail')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('id', 'in', ids.slice(start, start + SLICE))
      .where('direction', '=', 'in')
      .executeTakeFirstOrThrow()
    received += count
  }
  return received
}
