import { z } from 'zod'

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { type NoticeEvent, noticeKinds } from '#app/platform/notice-events.ts'
import { may } from '#app/platform/permissions.ts'

import { defaultChannels, readChannels } from './preferences.ts'
import { sendNotice } from './send-notice.job.server.ts'

const KEPT = 30 * DAY

/** Stores and queues a notice for each member who wants one, in the transaction of the event itself. */
export async function notify(ctx: Ctx, { kind, subject, members, except }: NoticeEvent): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error(`${kind} must be reported in its own transaction.`)
  const all = await ctx.db
    .selectFrom('member')
    .leftJoin('notice_preference', 'notice_preference.member_id', 'member.id')
    .select(['member.id', 'role', 'channels'])
    .where('removed_at', 'is', null)
    .orderBy('member.id')
    .execute()
  const told = all.filter(({ id, role, channels }) => {
    const chosen = channels === null ? defaultChannels : readChannels(JSON.parse(channels))
    const isMeant = id !== except && (members === undefined || members.includes(id))
    return isMeant && may(role, noticeKinds[kind].attend) && chosen[kind].length > 0
  })
  for (const { id: member_id } of told) {
    const stored = await ctx.db
      .insertInto('notice')
      .values({
        id: newId(),
        member_id,
        kind,
        subject,
        tried: '[]',
        failure: null,
        created_at: ctx.clock.now(),
        seen_at: null,
      })
      .onConflict((conflict) => conflict.columns(['member_id', 'kind', 'subject']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored) await enqueue(ctx, sendNotice, { id: stored.id })
  }
}

export const deleteOldNotices = defineJob({
  name: 'delete-old-notices',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await ctx.db
      .deleteFrom('notice')
      .where('created_at', '<', ctx.clock.now() - KEPT)
      .execute()
  },
})
