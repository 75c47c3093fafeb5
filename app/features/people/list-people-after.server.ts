import type { Ctx } from '#app/platform/context.server.ts'
import { inOrderOf, takeUpTo } from '#app/platform/db/bounded-page.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { comesAfter, findPeopleSource, orderedPeople, scanPeople } from './people-search.server.ts'

export type PersonMark = { id: string; listed_at: number }

export type PeopleAfter = {
  q: string
  sort: 'recent' | 'newest'
  after: PersonMark | undefined
  limit: number
}

/** Returns the next people of the list. */
export async function listPeopleAfter(ctx: Ctx, { q, sort, after, limit }: PeopleAfter) {
  requireActor(ctx, 'leads.read')
  const source = await findPeopleSource(ctx, q)
  const mark = after && { ...after, name: '', merged_into: null, isMatch: true }
  const ids = source.isScan
    ? await takeUpTo(limit, scanPeople(ctx, source, { sort }, mark), limit).then(({ idsAt }) => idsAt(0))
    : await nextIds()
  if (ids.length === 0) return []
  const [people, addresses] = await Promise.all([
    ctx.db
      .selectFrom('person')
      .select(['id', 'name', 'company', 'phone', 'created_at', 'listed_at'])
      .where('id', 'in', ids)
      .execute(),
    ctx.db
      .selectFrom('person_address')
      .innerJoin('person', 'person.id', 'person_id')
      .select(['root_id', 'shown'])
      .where('root_id', 'in', ids)
      .orderBy('person_address.created_at')
      .orderBy('address')
      .execute(),
  ])
  return inOrderOf(ids, people).map((person) => ({
    ...person,
    emails: addresses.filter(({ root_id }) => root_id === person.id).map(({ shown }) => shown),
  }))

  async function nextIds(): Promise<string[]> {
    const ordered = orderedPeople(ctx, source, { sort }).select('id').limit(limit)
    const rows = await (mark ? ordered.where(comesAfter({ sort }, mark)) : ordered).execute()
    return rows.map(({ id }) => id)
  }
}
