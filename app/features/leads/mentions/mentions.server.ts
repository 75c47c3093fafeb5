import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { listMembers } from '#app/platform/members.server.ts'
import { may } from '#app/platform/permissions.ts'

import { findMentions } from './find-mentions.ts'

const MOST = 20

/** Returns the members who may read notes. */
export async function listMentionable(ctx: Ctx) {
  return (await listMembers(ctx)).filter(({ role }) => may(role, 'leads.read'))
}

type Note = { eventId: string; note: string; leadId?: string; personId?: string }

/** Stores the members whom a note names and notifies them, in the caller's transaction. */
export async function keepMentions(ctx: Ctx, { eventId, note, leadId, personId }: Note): Promise<void> {
  const members = note.includes('@') ? await listMentionable(ctx) : []
  const by = ctx.actor
  for (const { memberId, words } of findMentions(note, members).slice(0, MOST)) {
    const id = newId()
    const isOwn = memberId === by?.memberId
    const byName = by?.name || by?.email || 'A program'
    const place = { lead_id: leadId ?? null, person_id: personId ?? null }
    const row = { id, event_id: eventId, member_id: memberId, at: ctx.clock.now(), words, by_name: byName }
    await ctx.db
      .insertInto('mention')
      .values({ ...row, ...place, is_own: isOwn ? 1 : 0 })
      .execute()
    if (isOwn) continue
    await ctx.notify(ctx, { kind: 'mention', subject: id, members: [memberId] })
  }
}

/** Returns a function that gives the words with which a note names members. */
export async function listMentions(
  ctx: Ctx,
  notes: readonly { id: string }[],
): Promise<(note: { id: string }) => string[]> {
  const ids = notes.map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('mention')
          .select(['event_id', 'words'])
          .where('event_id', 'in', ids)
          .orderBy('id')
          .execute()
  return ({ id }) => rows.filter((row) => row.event_id === id).map(({ words }) => words)
}
