import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { createPost } from './create-post.server.ts'
import { emptyPostForm } from './post-form.ts'
import { seedPostTexts } from './seed-post-texts.ts'

/** Adds demonstration posts to an installation that has none. */
export async function seedPosts(ctx: Ctx): Promise<string[]> {
  const known = await ctx.db.selectFrom('blog_post').select('id').limit(1).executeTakeFirst()
  if (known) return ['There are posts already; none were added.']
  const actor = { ownerId: 'seed', email: 'seed', sessionId: 'seed', device: 'seed' }
  for (const { ago, ...texts } of seedPostTexts) {
    const then: Ctx = { ...ctx, actor, clock: { now: () => ctx.clock.now() - ago * DAY } }
    await createPost(then, { form: { ...emptyPostForm, ...texts }, published: true })
  }
  return [`Added ${seedPostTexts.length} demonstration posts.`]
}
