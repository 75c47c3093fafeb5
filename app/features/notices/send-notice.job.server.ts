import { z } from 'zod'

import { DAY, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { type Conclusion, defineJob, JobPostponed } from '#app/platform/jobs/job.server.ts'
import { noticeKinds } from '#app/platform/notice-events.ts'
import { may } from '#app/platform/permissions.ts'

import { channels } from './channels.server.ts'
import { describeNotice } from './describe-notice.server.ts'
import { type ChannelName, channelOrder, quietUntil } from './preferences.ts'
import { PushPaused } from './push/send-push.server.ts'
import { findPreferences, preferencesOf } from './stored-preferences.server.ts'

/** Older notices are not sent; the member finds the item in Today. */
const TOO_OLD = DAY

/** Sends a notice by the next working channel, and schedules the one after it in case the notice is not seen. */
export const sendNotice = defineJob({
  name: 'send-notice',
  lane: 'notices',
  payload: z.object({ id: z.string() }),
  maxAttempts: 5,
  concludesAlways: true,
  run: (ctx, { id }, { signal }) => send(ctx, id, signal),
})

async function send(ctx: Ctx, id: string, signal: AbortSignal): Promise<void | Conclusion> {
  const now = ctx.clock.now()
  const notice = await ctx.db
    .selectFrom('notice')
    .innerJoin('member', 'member.id', 'member_id')
    .select(['member_id', 'email', 'role', 'kind', 'subject', 'tried'])
    .where('notice.id', '=', id)
    .where('seen_at', 'is', null)
    .where('notice.created_at', '>', now - TOO_OLD)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  // The role may have changed since the notice was stored.
  if (!notice || !may(notice.role, noticeKinds[notice.kind].attend)) return
  const { kind, subject, member_id: memberId } = notice
  const { timeZone } = await ctx.site(ctx)
  const preferences = preferencesOf(await findPreferences(ctx, memberId), timeZone)
  const until = quietUntil(preferences.quiet, now)
  if (until > now) throw new JobPostponed(until, 'Quiet hours.')
  const said = await describeNotice[kind](ctx, { subject, memberId })
  if (!said) return
  const tried = readTried(notice.tried)
  const failed: ChannelName[] = []
  let failure: string | null = null
  let pausedUntil: number | null = null
  const left = channelOrder.filter(
    (name) => preferences.channels[kind].includes(name) && !tried.includes(name),
  )
  for (const name of left) {
    const member = { id: memberId, email: notice.email }
    try {
      const store = await channels[name](ctx, { id, kind, member, ...said }, signal)
      if (store === null) continue
      const after = {
        id,
        tried: [...tried, ...failed, name],
        failure,
        wait: preferences.waitMinutes * MINUTE,
      }
      return async (ctx) => {
        await store(ctx)
        await noteSent(ctx, after)
      }
    } catch (error) {
      signal.throwIfAborted()
      failure = error instanceof Error ? error.message : String(error)
      failed.push(name)
      if (error instanceof PushPaused) pausedUntil = error.until
      ctx.log.warn({ error, channel: name }, 'notices.channel_failed')
    }
  }
  if (failure === null) return
  await ctx.db.updateTable('notice').set({ failure }).where('id', '=', id).execute()
  if (pausedUntil !== null && failed.length === 1) throw new JobPostponed(pausedUntil, failure)
  // Makes the job retry.
  throw new Error(failure)
}

type Sent = { id: string; tried: readonly ChannelName[]; failure: string | null; wait: number }

async function noteSent(ctx: Ctx, { id, tried, failure, wait }: Sent): Promise<void> {
  await ctx.db
    .updateTable('notice')
    .set({ tried: JSON.stringify(tried), failure })
    .where('id', '=', id)
    .execute()
  if (wait > 0)
    await enqueue(
      ctx,
      sendNotice,
      { id },
      { id: `${sendNotice.name}:${id}:${tried.length}`, runAt: ctx.clock.now() + wait },
    )
}

export function readTried(stored: string): ChannelName[] {
  return z.array(z.enum(channelOrder)).parse(JSON.parse(stored))
}
