import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

const MOST_LEFT = 200

export type ImportState = {
  id: string
  name: string
  state: 'waiting' | 'done' | 'failed'
  total: number | null
  done: number
  imported: number
  failure: string | null
  /** Skipped posts with the reasons; empty until the import has ended. */
  left: { title: string; reason: string }[]
}

export async function listImports(ctx: Ctx): Promise<ImportState[]> {
  requireActor(ctx, 'content.read')
  const rows = await ctx.db
    .selectFrom('blog_import')
    .select(['id', 'name', 'state', 'total', 'done', 'imported', 'failure'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return Promise.all(
    rows.map(async (row) => ({ ...row, left: row.state === 'waiting' ? [] : await listLeft(ctx, row.id) })),
  )
}

async function listLeft(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('blog_import_left')
    .select(['title', 'reason'])
    .where('import_id', '=', id)
    .orderBy('position')
    .limit(MOST_LEFT)
    .execute()
}
