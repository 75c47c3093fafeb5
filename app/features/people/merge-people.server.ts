import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import { recordPersonEvent, renewPerson } from '#app/features/leads/persons/keep-person.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { pointTo, standAlone } from './erase-people.server.ts'
import { getRootId, recordPersonChange } from './find-person.server.ts'

/** Two concurrent merges could form a cycle. Inquiries do not take this lock. */
async function lockMerges(ctx: Ctx): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, 'people merge')
}

/** Joins two people as one until they are unmerged. Addresses, notes and inquiries keep their rows. */
export async function mergePeople(ctx: Ctx, { id, other }: { id: string; other: string }): Promise<void> {
  requireActor(ctx, 'leads.write')
  await withTransaction(ctx, async (ctx) => {
    await lockMerges(ctx)
    const rootId = await getRootId(ctx, id)
    const merged = await getRootId(ctx, other)
    if (rootId === merged) throw new AppError('conflict', 'These are already the same person.')
    await pointTo(ctx, merged, { id: rootId, at: ctx.clock.now() })
    await renewPerson(ctx, rootId)
    await recordPersonEvent(ctx, { personId: rootId, kind: 'merged', body: null })
    await recordPersonChange(ctx, 'person.merged', rootId)
  })
}

/** Merges with the person who has the address. @throws {FieldErrors} otherAddress, if nobody has it */
export async function mergeByAddress(
  ctx: Ctx,
  { id, otherAddress }: { id: string; otherAddress: string },
): Promise<void> {
  requireActor(ctx, 'leads.write')
  const row = await ctx.db
    .selectFrom('person_address')
    .select('person_id')
    .where('address', '=', comparableAddress(otherAddress))
    .executeTakeFirst()
  if (!row) throw new FieldErrors({ otherAddress: 'Nobody here has this address.' })
  await mergePeople(ctx, { id, other: row.person_id })
}

/** @throws {AppError} not-found, conflict if they are not merged */
export async function unmergePerson(ctx: Ctx, { merged }: { merged: string }): Promise<void> {
  requireActor(ctx, 'leads.write')
  await withTransaction(ctx, async (ctx) => {
    await lockMerges(ctx)
    const rootId = await getRootId(ctx, merged)
    if (rootId === merged) throw new AppError('conflict', 'This person is not merged with another.')
    await standAlone(ctx, merged)
    await renewPerson(ctx, rootId)
    await recordPersonEvent(ctx, { personId: rootId, kind: 'unmerged', body: null })
    await recordPersonChange(ctx, 'person.unmerged', rootId)
  })
}

export async function setApart(ctx: Ctx, { id, other }: { id: string; other: string }): Promise<void> {
  requireActor(ctx, 'leads.write')
  await withTransaction(ctx, async (ctx) => {
    const pair = { person_id: await getRootId(ctx, id), other_id: await getRootId(ctx, other) }
    await ctx.db
      .insertInto('person_distinct')
      .values(pair)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await recordPersonChange(ctx, 'person.set_apart', pair.person_id)
  })
}
