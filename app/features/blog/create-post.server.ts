import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { PAGES_TOPIC } from '#app/platform/signals/topics.ts'

import { renderContent } from './content/render-content.server.ts'
import { parsePost } from './parse-post.ts'
import type { PostForm } from './post-form.ts'
import { schedulePost } from './schedule-post.server.ts'
import { postColumns, recordRevision, storePostParts, takeSlug } from './store-post.server.ts'

export type NewPost = {
  form: PostForm
  published: boolean
  /** When it shall be published, for one that is not yet. */
  publishAt?: number | null
}

/** Stores a new post, as a draft, published or scheduled. @throws {FieldErrors} by field. */
export async function createPost(
  ctx: Ctx,
  { form, published, publishAt }: NewPost,
): Promise<{ id: string; slug: string }> {
  const { email } = requireActor(ctx)
  const fields = parsePost(form)
  const rendered = await renderContent(fields.source)
  const id = newId()
  return withTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now()
    await ctx.db
      .insertInto('blog_post')
      .values({
        id,
        created_at: now,
        updated_at: now,
        version: 1,
        // The address is taken once its post is there; until then this holds its place.
        slug: id,
        published: published ? 1 : 0,
        published_at: published ? now : null,
        publish_at: null,
        ...postColumns(fields, rendered),
      })
      .execute()
    const slug = await takeSlug(ctx, id, fields)
    await ctx.db.updateTable('blog_post').set({ slug }).where('id', '=', id).execute()
    await storePostParts(ctx, id, fields, rendered)
    await recordRevision(ctx, { postId: id, version: 1, actor: email, form: { ...form, slug } })
    await ctx.db.deleteFrom('blog_draft').where('id', '=', 'new').execute()
    if (published) await ctx.signals.publish(ctx, PAGES_TOPIC)
    else if (publishAt) await schedulePost(ctx, { id, at: publishAt })
    return { id, slug }
  })
}
