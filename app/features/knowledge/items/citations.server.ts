import type { Ctx } from '#app/platform/context.server.ts'

import { readFile } from '../reading/files.server.ts'

/** Returns any PDF for members, and enabled public ones for visitors; null for all others. */
export async function findPdf(ctx: Ctx, id: string): Promise<{ name: string; bytes: Uint8Array } | null> {
  const pdfs = ctx.actor ? pdfsOf(ctx) : openPdfsOf(ctx)
  const item = await pdfs.select('source').where('id', '=', id).executeTakeFirst()
  return item ? { name: item.source ?? 'document.pdf', bytes: await readFile(ctx, id) } : null
}

export async function listOpenPdfs(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await openPdfsOf(ctx).select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

function openPdfsOf(ctx: Ctx) {
  return pdfsOf(ctx).where('enabled', '=', 1).where('is_public', '=', 1)
}

function pdfsOf(ctx: Ctx) {
  return ctx.db.selectFrom('knowledge_item').where('kind', '=', 'pdf')
}

/** Counts each cited item once, however many of its passages were cited. */
export async function countCitations(ctx: Ctx, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  await ctx.db
    .updateTable('knowledge_item')
    .set((update) => ({ cited: update('cited', '+', 1) }))
    .where('id', 'in', itemIds)
    .execute()
}
