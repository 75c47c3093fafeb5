import type { Ctx } from '#app/platform/context.server.ts'
import type { NoticeKind } from '#app/platform/notice-events.ts'

/** Marks the notices of an item in Today as seen for all members once one member has attended to it. */
export async function markAttended(ctx: Ctx, kind: string, id: string): Promise<void> {
  if (!['inquiry', 'answer', 'mention', 'mail'].includes(kind)) return
  const subject = kind === 'mail' ? id.replace(/:\d+$/, '') : id
  await ctx.db
    .updateTable('notice')
    .set({ seen_at: ctx.clock.now() })
    .where('kind', '=', kind as NoticeKind)
    .where('subject', '=', subject)
    .where('seen_at', 'is', null)
    .execute()
}
