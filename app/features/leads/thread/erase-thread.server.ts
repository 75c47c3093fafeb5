import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

/** Ids per statement, because PostgreSQL and SQLite limit the number of values. */
const SLICE = 500

/** Deletes files as a job, after the commit that deleted their rows: a rollback keeps them. */
export const deleteThreadFiles = defineJob({
  name: 'delete-thread-files',
  lane: 'other',
  payload: z.object({ files: z.array(z.string()) }),
  async run(ctx, { files }) {
    for (const file of files) {
      // The lead may have been restored.
      const kept = await ctx.db
        .selectFrom('thread_attachment')
        .select('id')
        .where('file', '=', file)
        .executeTakeFirst()
      if (!kept) await ctx.files.delete(file)
    }
  },
})

/** Deletes a lead's thread. Call it in the transaction that deletes the lead. */
export async function eraseThreadOf(ctx: Ctx, leadId: string, filesAt?: number): Promise<void> {
  const mails = await ctx.db.selectFrom('thread_mail').select('id').where('lead_id', '=', leadId).execute()
  await eraseThreadMails(
    ctx,
    mails.map(({ id }) => id),
    filesAt,
  )
}

/**
 * Deletes mails. Call it in a transaction. Their files are deleted at `filesAt`, by default at once.
 * @returns how many of them were received, because sent ones are also in the outbox.
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
