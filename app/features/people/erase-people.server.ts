import { renewPerson } from '#app/features/leads/persons/keep-person.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/**
 * Deletes persons with their addresses and notes, in the caller's transaction. A remaining person who was merged into
 * one of them becomes a separate person again.
 */
export async function erasePeople(ctx: Ctx, ids: readonly string[]): Promise<number> {
  let erased = 0
  for (const id of await inLockOrder(ctx, ids)) {
    const gone = await ctx.db
      .deleteFrom('person')
      .where('id', '=', id)
      .returning('root_id')
      .executeTakeFirst()
    if (!gone) continue
    erased += 1
    const left = await ctx.db.selectFrom('person').select('id').where('merged_into', '=', id).execute()
    for (const person of left) await standAlone(ctx, person.id)
    if (gone.root_id !== id) await renewPerson(ctx, gone.root_id)
  }
  return erased
}

/** Orders merged people before their roots, the same order in which inquiries lock them, to avoid a deadlock. */
async function inLockOrder(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const people = await ctx.db
    .selectFrom('person')
    .select(['id', 'root_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const isRoot = (person: { id: string; root_id: string }) => person.id === person.root_id
  return people.toSorted((a, b) => Number(isRoot(a)) - Number(isRoot(b))).map(({ id }) => id)
}

/** Makes a merged person a root again, keeping those who were merged into them. */
export async function standAlone(ctx: Ctx, id: string): Promise<void> {
  await pointTo(ctx, id, null)
  await renewPerson(ctx, id)
}

/** Merges a person, with those merged into them, into a root; null makes the person a root again. */
export async function pointTo(ctx: Ctx, id: string, root: { id: string; at: number } | null): Promise<void> {
  const rootId = root?.id ?? id
  const below: string[] = []
  for (let ids = [id]; ids.length > 0;) {
    const next = await ctx.db.selectFrom('person').select('id').where('merged_into', 'in', ids).execute()
    ids = next.map((person) => person.id)
    below.push(...ids)
  }
  // Update these first: inquiries lock in the same order.
  if (below.length > 0)
    await ctx.db.updateTable('person').set({ root_id: rootId }).where('id', 'in', below).execute()
  await ctx.db
    .updateTable('person')
    .set({ root_id: rootId, merged_into: root?.id ?? null, merged_at: root?.at ?? null })
    .where('id', '=', id)
    .execute()
}
