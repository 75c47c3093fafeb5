import { sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import {
  bringBack,
  type Deletion,
  keepDeleted,
  type Part,
} from '#app/platform/deletions/keep-deleted.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { erasePeople } from './erase-people.server.ts'
import { getRootId, recordPersonChange } from './find-person.server.ts'

/**
 * Deletes a person and everybody merged into them; they can be restored for a while.
 * @throws {AppError} not-found, conflict while there are inquiries
 */
export async function deletePerson(ctx: Ctx, id: string): Promise<Deletion> {
  requireActor(ctx, 'leads.write')
  return withTransaction(ctx, async (ctx) => {
    const rootId = await getRootId(ctx, id)
    const inquiry = await ctx.db
      .selectFrom('person')
      .innerJoin('person_address', 'person_id', 'person.id')
      .innerJoin('lead', 'lead.address', 'person_address.address')
      .select('lead.id')
      .where('root_id', '=', rootId)
      .limit(1)
      .executeTakeFirst()
    if (inquiry)
      throw new AppError(
        'conflict',
        'This person has inquiries. Delete those first, or erase everything under Privacy.',
      )
    const deletion = await keepDeleted(ctx, { kind: 'person', subjectId: id, parts: partsOf(rootId) })
    const people = await ctx.db.selectFrom('person').select('id').where('root_id', '=', rootId).execute()
    await erasePeople(
      ctx,
      people.map((person) => person.id),
    )
    await recordPersonChange(ctx, 'person.deleted', id)
    return deletion
  })
}

/** @throws {AppError} not-found once the deletion expired, conflict if a person has one of the addresses again */
export async function restorePerson(ctx: Ctx, deletionId: string): Promise<string> {
  requireActor(ctx, 'leads.write')
  return withTransaction(ctx, async (ctx) => {
    const { subjectId } = await bringBack(ctx, { id: deletionId, kind: 'person' })
    await recordPersonChange(ctx, 'person.restored', subjectId)
    return subjectId
  })
}

function partsOf(rootId: string): Part[] {
  const people = sql<string>`select id from person where root_id = ${rootId}`
  return [
    { table: 'person', where: sql`root_id = ${rootId}` },
    { table: 'person_address', where: sql`person_id in (${people})` },
    { table: 'person_event', where: sql`person_id in (${people})` },
    { table: 'mention', where: sql`person_id in (${people})` },
    { table: 'person_distinct', where: sql`person_id in (${people}) or other_id in (${people})` },
  ]
}
