import { changedFields, recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChangeKind } from '#app/platform/audit/change-kinds.ts'
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
import { makePost, type MadePost } from './create-post.server.ts'
import { type DraftEditor, isKnownTo } from './draft-editor.server.ts'
import { getPost } from './get-post.server.ts'
import { followSource } from './languages/stored-version.server.ts'
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
  /** When it counts as first published, if it was not yet; by default now. */
  publishedAt?: number | null
  /** The editor that saves: another one's newer draft stays. Without it, no draft stays. */
  editor?: DraftEditor | null
}

/**
 * Stores an edited post; readers see changes to a published post at once. An empty slug keeps the current one.
 * @throws {StaleVersion} if somebody saved meanwhile; nothing is changed.
 * @throws {FieldErrors} by field.
 * @throws {AppError} not-found.
 */
export async function updatePost(ctx: Ctx, update: PostUpdate): Promise<{ version: number; slug: string }> {
  requireActor(ctx, 'content.write')
  return storeUpdate(ctx, await makePost(ctx, update.form), update)
}

/** Stores an edit returned by `makePost`, for callers with an open transaction. */
export async function storeUpdate(
  ctx: Ctx,
  { form, fields, rendered }: MadePost,
  update: Omit<PostUpdate, 'form'>,
): Promise<{ version: number; slug: string }> {
  const { email } = requireActor(ctx, 'content.write')
  const { id, published } = update
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
        source_texts: await followSource(ctx, before, form),
        version,
        updated_at: now,
        ...(published ? publish(before, update.publishedAt ?? now) : unpublish(before)),
      })
      .where('id', '=', id)
      .execute()
    await storePostParts(ctx, id, fields, rendered)
    await recordRevision(ctx, { postId: id, version, actor: email, form: { ...form, slug } })
    await ctx.db
      .deleteFrom('blog_draft')
      .where('post_id', '=', id)
      .where(isKnownTo(update.editor ?? null))
      .execute()
    if (before.published && !published) await forgetKeptPosts(ctx)
    const place = { slug, language: fields.language, source_id: before.source_id }
    if (published || before.published) await announcePost(ctx, place, before.published ? before : place)
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
