import { changedFields, recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChangeKind } from '#app/platform/db/schema/audit.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import {
  announcePost,
  postColumns,
  postSubject,
  recordRevision,
  storePostParts,
  takeSlug,
} from './store-post.server.ts'
import { forgetKeptPosts } from './kept/kept-posts.server.ts'
import { renderInPool } from './content/render-in-pool.server.ts'
import { getPost } from './get-post.server.ts'
import { parsePost } from './parse-post.ts'
import type { PostForm } from './post-form.ts'
import { schedulePublication } from './publish-scheduled-post.job.server.ts'
import { type Publication, publish, unpublish } from '#app/features/editing/publication.ts'
import { StaleVersion } from '#app/features/editing/versions.ts'

export type PostUpdate = {
  id: string
  version: number
  form: PostForm
  published: boolean
  publishAt?: number | null
}

/**
 * Stores an edited post; readers see changes to a published post at once. An empty slug keeps the current one.
 * @throws {StaleVersion} if somebody saved meanwhile; nothing is changed.
 * @throws {FieldErrors} by field.
 * @throws {AppError} not-found.
 */
export async function updatePost(ctx: Ctx, update: PostUpdate): Promise<{ version: number; slug: string }> {
  const { email } = requireActor(ctx, 'content.write')
  const { id, form, published } = update
  const fields = parsePost(form)
  const rendered = await renderInPool(ctx, fields.source)
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `blog-post:${id}`)
    const before = await getPost(ctx, id)
    if (before.version !== update.version) throw new StaleVersion('post', before.version, before.form)
    const now = ctx.clock.now()
    const version = before.version + 1
    const slug = await takeSlug(ctx, id, { ...fields, slug: fields.slug ?? before.slug })
    await ctx.db
      .updateTable('blog_post')
      .set({
        ...postColumns(fields, rendered),
        slug,
        version,
        updated_at: now,
        ...(published ? publish(before, now) : unpublish(before)),
      })
      .where('id', '=', id)
      .execute()
    await storePostParts(ctx, id, fields, rendered)
    await recordRevision(ctx, { postId: id, version, actor: email, form: { ...form, slug } })
    await ctx.db.deleteFrom('blog_draft').where('post_id', '=', id).execute()
    if (before.published && !published) await forgetKeptPosts(ctx)
    if (published || before.published) await announcePost(ctx, slug)
    const publishAt = published ? null : (update.publishAt ?? null)
    await recordChange(ctx, {
      what: changeOf({ before, published, publishAt }),
      subject: postSubject({ id, title: fields.title }),
      fields: changedFields(before.form, { ...form, slug }),
    })
    if (publishAt === null) return { version, slug }
    await schedulePublication(ctx, id, publishAt)
    return { version: version + 1, slug }
  })
}

type Saved = { before: Publication; published: boolean; publishAt: number | null }

/** One save makes one audit entry, named after the change that readers notice most. */
function changeOf({ before, published, publishAt }: Saved): ChangeKind {
  if (published !== (before.published === 1)) return published ? 'post.published' : 'post.unpublished'
  return publishAt === null || publishAt === before.publish_at ? 'post.updated' : 'post.scheduled'
}
