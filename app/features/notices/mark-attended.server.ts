import type { Ctx } from '#app/platform/context.server.ts'

/** Nobody is told any more of what one member has seen to, by the kind and id of its item in Today. */
export async function markAttended(ctx: Ctx, kind: string, id: string): Promise<void> {
  if (kind !== 'inquiry' && kind !== 'answer' && kind !== 'mail') return
  const subject = kind === 'mail' ? id.replace(/:\d+$/, '') : id
  await ctx.db
    .updateTable('notice')
    .set({ seen_at: ctx.clock.now() })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('seen_at', 'is', null)
    .execute()
}
