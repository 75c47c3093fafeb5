import { sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

export type KeptPost = {
  slug: string
  version: number
  madeOf: string
  tag: string
  body: Uint8Array<ArrayBuffer>
}

/** About 14,000 posts. */
export const MAX_KEPT_BYTES = 128 * 1024 * 1024
/** Maximum number of pages that wait to be stored; further ones are rendered again on request. */
const MAX_WAITING = 200
const STORE_EVERY_MS = 500
const AT_ONCE = 20

/** Invalidates stored pages, because any of them may show the change. Runs in its transaction (decision 0102). */
export async function noteBlogChange(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('blog_change')
    .set((set) => ({ version: set('version', '+', 1) }))
    .execute()
}

/** Deletes all stored pages, because other pages may show a post that is no longer public. Runs in the change's transaction. */
export async function forgetKeptPosts(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('kept_post').execute()
}

/** Returns a number that changes whenever any post changes. */
export async function readBlogVersion({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { version } = await db.selectFrom('blog_change').select('version').executeTakeFirstOrThrow()
  return version
}

export async function findKeptPost(
  ctx: Pick<Ctx, 'db'>,
  slug: string,
): Promise<{ version: number; kept: KeptPost | null }> {
  const { current, body, ...row } = await ctx.db
    .selectFrom('blog_change')
    .leftJoin('kept_post', (join) => join.on('slug', '=', slug))
    .select(['blog_change.version as current', 'kept_post.version', 'made_of', 'tag', 'body'])
    .executeTakeFirstOrThrow()
  if (!body || row.version === null || row.made_of === null || row.tag === null)
    return { version: current, kept: null }
  const kept = {
    slug,
    version: row.version,
    madeOf: row.made_of,
    tag: row.tag,
    body: new Uint8Array(body),
  }
  return { version: current, kept }
}

export type KeptPosts = { keep(post: KeptPost): void; stop(): Promise<void> }

/** Stores rendered pages in batches after their responses were sent. */
export function keepPosts(ctx: Ctx, { maxBytes = MAX_KEPT_BYTES }: { maxBytes?: number } = {}): KeptPosts {
  const waiting = new Map<string, KeptPost>()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const store = async () => {
    timer = undefined
    try {
      while (waiting.size > 0) {
        const posts = [...waiting.values()].slice(0, AT_ONCE)
        for (const { slug } of posts) waiting.delete(slug)
        await withTransaction(ctx, (ctx) => storePosts(ctx, posts, maxBytes))
      }
    } catch (error) {
      waiting.clear()
      ctx.log.warn({ error }, 'blog.post_not_kept')
    }
  }
  return {
    keep(post) {
      if (waiting.size >= MAX_WAITING) return
      waiting.set(post.slug, post)
      timer ??= setTimeout(() => {
        running = running.then(store)
      }, STORE_EVERY_MS).unref()
    },
    async stop() {
      clearTimeout(timer)
      await running
    },
  }
}

async function storePosts(ctx: Ctx, posts: readonly KeptPost[], maxBytes: number): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, 'kept-posts')
  const current = await readBlogVersion(ctx)
  const rows = posts
    .filter(({ version }) => version === current)
    .map(({ madeOf, ...post }) => ({
      ...post,
      made_of: madeOf,
      bytes: post.body.length,
      made_at: ctx.clock.now(),
    }))
  if (rows.length === 0) return
  await ctx.db
    .insertInto('kept_post')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((set) => ({
        version: set.ref('excluded.version'),
        made_of: set.ref('excluded.made_of'),
        tag: set.ref('excluded.tag'),
        body: set.ref('excluded.body'),
        bytes: set.ref('excluded.bytes'),
        made_at: set.ref('excluded.made_at'),
      })),
    )
    .execute()
  await forgetOldest(ctx, maxBytes)
}

async function forgetOldest(ctx: Ctx, maxBytes: number): Promise<void> {
  const { total } = await ctx.db
    .selectFrom('kept_post')
    .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('total'))
    .executeTakeFirstOrThrow()
  let over = total - maxBytes
  if (over <= 0) return
  const oldest = await ctx.db
    .selectFrom('kept_post')
    .select(['slug', 'bytes'])
    .orderBy('made_at')
    .orderBy('slug')
    .limit(10 * AT_ONCE)
    .execute()
  const slugs = oldest.flatMap(({ slug, bytes }) => {
    const isOver = over > 0
    over -= bytes
    return isOver ? [slug] : []
  })
  await ctx.db.deleteFrom('kept_post').where('slug', 'in', slugs).execute()
}
