import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { ErasedCounts } from './erase-holdings.server.ts'
import { formatErasures, listErasures } from './erasure-list.server.ts'

const SHOWN = 50

export async function listPastErasures(ctx: Ctx) {
  requireActor(ctx, 'privacy.read')
  const rows = await ctx.db
    .selectFrom('erasure')
    .select(['id', 'erased_at', 'counts'])
    .orderBy('erased_at', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ id, erased_at, counts }) => ({
    id,
    erasedAt: erased_at,
    counts: JSON.parse(counts) as Partial<ErasedCounts>,
  }))
}

export async function exportErasures(ctx: Ctx): Promise<string> {
  requireActor(ctx, 'privacy.read')
  return formatErasures(await listErasures(ctx))
}
