import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

export const ITEMS_PER_PAGE = 50

const schema = z.object({
  /** Words of the title. */
  q: z.string().default(''),
  kind: z.enum(['pdf', 'text', 'url', 'site']).nullable().default(null),
  page: z.int().min(1).default(1),
})

/** One page of the knowledge base, the newest first, with how many items there are in all. */
export async function listItems(ctx: Ctx, input: z.input<typeof schema> = {}) {
  requireActor(ctx)
  const query = schema.parse(input)
  const { total } = await matching(ctx, query)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(total / ITEMS_PER_PAGE))
  const page = Math.min(query.page, pages)
  const rows = await matching(ctx, query)
    .select(['id', 'kind', 'title', 'source', 'address', 'bytes', 'created_at', 'read_at'])
    .select(['status', 'progress', 'failure', 'language', 'passages', 'cited', 'enabled', 'is_public'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ITEMS_PER_PAGE)
    .offset((page - 1) * ITEMS_PER_PAGE)
    .execute()
  const items = rows.map(({ bytes, created_at: createdAt, read_at: readAt, enabled, is_public, ...row }) => ({
    ...row,
    /** As file managers show it: never 0 for what holds something. */
    sizeKb: Math.ceil(bytes / 1024),
    createdAt,
    readAt,
    isEnabled: enabled === 1,
    isPublic: is_public === 1,
  }))
  return { items, total, page, pages }
}

function matching(ctx: Ctx, { q, kind }: z.output<typeof schema>) {
  const items = ctx.db.selectFrom('knowledge_item')
  const ofKind = kind ? items.where('kind', '=', kind) : items
  return q.trim() === '' ? ofKind : ofKind.where(holdsEveryWord('search', q))
}
