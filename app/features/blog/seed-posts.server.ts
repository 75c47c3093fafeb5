import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { insertPost, makePost } from './create-post.server.ts'
import { emptyPostForm } from './post-form.ts'
import { seedPostTexts } from './seed-post-texts.ts'

/** Adds demonstration posts to an installation that has none. */
export async function seedPosts(ctx: Ctx): Promise<string[]> {
  const known = await ctx.db.selectFrom('blog_post').select('id').limit(1).executeTakeFirst()
  if (known) return ['There are posts already; none were added.']
  const actor = { ownerId: 'seed', email: 'seed', sessionId: 'seed', device: 'seed' }
  const posts = await Promise.all(
    seedPostTexts.map(async ({ ago, ...texts }) => ({
      at: ctx.clock.now() - ago * DAY,
      made: await makePost(ctx, { ...emptyPostForm, ...texts }),
    })),
  )
  await withTransaction({ ...ctx, actor }, async (ctx) => {
    for (const { at, made } of posts) await insertPost(ctx, made, { createdAt: at, publishedAt: at })
    await recordChange(ctx, { what: 'demo.seeded', by: { actor: 'command' }, fields: ['posts'] })
  })
  return [`Added ${posts.length} demonstration posts.`]
}
