import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { RawBuilder, SqlBool } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { type LeadSelection, readSelection } from './select-leads.server.ts'

/** Leads per transaction, so that other writers wait only briefly. */
const A_SLICE = 100

/** The number of changed leads, and the key for `undoBulk`. */
export type Bulk = { count: number; undo: string }

/** Returns the condition for those leads that a change alters. */
export type Concerned = (ids: readonly string[]) => RawBuilder<SqlBool>

export function leadsSubject(count: number) {
  return { id: 'leads', title: count === 1 ? '1 lead' : `${count} leads`, path: '/admin/leads' }
}

/** @throws {AppError} invalid if nothing would change, or see `readSelection`. */
export async function findConcerned(
  ctx: Ctx,
  selection: LeadSelection,
  concerned: Concerned,
): Promise<string[]> {
  const ids: string[] = []
  for (const slice of slicesOf(await readSelection(ctx, selection))) {
    const rows = await ctx.db.selectFrom('lead').select('id').where(concerned(slice)).execute()
    ids.push(...rows.map(({ id }) => id))
  }
  if (ids.length === 0) throw new AppError('invalid', 'Nothing to change: these leads are already like this.')
  return ids
}

export type Slice = Bulk & { isFirst: boolean; at: number }

export async function inSlices(
  ctx: Ctx,
  ids: readonly string[],
  change: (ctx: Ctx, ids: readonly string[], bulk: Slice) => Promise<void>,
): Promise<Bulk> {
  const at = ctx.clock.now()
  const bulk = { count: ids.length, undo: `${at}-${newId()}` }
  for (const [index, slice] of slicesOf(ids).entries()) {
    await withTransaction(ctx, async (ctx) => {
      await change(ctx, slice, { ...bulk, at, isFirst: index === 0 })
      await ctx.signals.publish(ctx, TODAY_TOPIC)
    })
    await yieldToOthers()
  }
  return bulk
}

export function slicesOf(ids: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(ids.length / A_SLICE)
  return Array.from({ length: count }, (_each, index) => ids.slice(index * A_SLICE, (index + 1) * A_SLICE))
}

/** Returns the leads that still differ. On PostgreSQL, locks their rows, so that the undo keeps current values. */
export async function touch(ctx: Ctx, differ: RawBuilder<SqlBool>, { at }: Slice): Promise<string[]> {
  const rows = await ctx.db
    .updateTable('lead')
    .set({ updated_at: at })
    .where(differ)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
