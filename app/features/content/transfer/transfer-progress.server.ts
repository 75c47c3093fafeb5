import type { Updateable } from 'kysely'
import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ContentTransferTable } from '#app/platform/db/schema/content-transfer.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { readStoredActor } from '#app/platform/stored-actor.ts'

export const CUT_OFF = { state: 'failed', summary: 'The upload was cut off. Please try again.' } as const
/** An upload without a new part for this long has ended with its process. */
export const CUT_OFF_AFTER = 10 * MINUTE

const faultsSchema = z.array(z.string())

/** Returns a waiting transfer, with a context for the owner who began it; null if another run has ended it. */
export async function findWaiting(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('content_transfer')
    .select(['kind', 'name', 'actor'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!row) return null
  const actor = readStoredActor(row.actor)
  return { kind: row.kind, name: row.name, owned: { ...ctx, actor } satisfies Ctx }
}

type Change = Pick<
  Updateable<ContentTransferTable>,
  'state' | 'total' | 'done' | 'summary' | 'faults' | 'proposal'
>

export async function noteProgress(ctx: Ctx, id: string, change: Change): Promise<void> {
  await ctx.db
    .updateTable('content_transfer')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
}

export async function endTransfer(ctx: Ctx, id: string, end: Change & { state: 'done' | 'failed' }) {
  await withTransaction(ctx, async (ctx) => {
    await noteProgress(ctx, id, end)
    await ctx.db.deleteFrom('content_transfer_file').where('transfer_id', '=', id).execute()
  })
}

export type TransferState = Pick<
  ContentTransferTable,
  'id' | 'kind' | 'name' | 'state' | 'total' | 'done' | 'summary'
> & { faults: string[] }

export async function listTransfers(ctx: Ctx): Promise<TransferState[]> {
  requireActor(ctx, 'content.read')
  const rows = await ctx.db
    .selectFrom('content_transfer')
    .select(['id', 'kind', 'name', 'state', 'total', 'done', 'summary', 'faults', 'updated_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  const cutOff = ctx.clock.now() - CUT_OFF_AFTER
  return rows.map(({ faults, updated_at, ...row }) => ({
    ...row,
    ...(row.state === 'uploading' && updated_at <= cutOff && CUT_OFF),
    faults: faults === null ? [] : faultsSchema.parse(JSON.parse(faults)),
  }))
}
