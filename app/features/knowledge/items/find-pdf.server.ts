import type { Ctx } from '#app/platform/context.server.ts'

import { readFile } from '../reading/files.server.ts'

/**
 * A PDF's own bytes, for a citation to open at its page; null when there is no such PDF, or it is switched off. What an
 * owner puts into the knowledge base is for visitors to be told, so it asks for no actor.
 */
export async function findPdf(ctx: Ctx, id: string): Promise<{ name: string; bytes: Uint8Array } | null> {
  const item = await ctx.db
    .selectFrom('knowledge_item')
    .select('source')
    .where('id', '=', id)
    .where('kind', '=', 'pdf')
    .where('enabled', '=', 1)
    .executeTakeFirst()
  return item ? { name: item.source ?? 'document.pdf', bytes: await readFile(ctx, id) } : null
}
