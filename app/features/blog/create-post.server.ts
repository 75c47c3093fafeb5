import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import {
  announcePost,
  postColumns,
  postSubject,
  recordRevision,
  storePostParts,
  takeSlug,
} from './store-post.server.ts'
import { renderInPool } from './content/render-in-pool.server.ts'
import type { RenderedContent } from './content/render-content.server.ts'
import { publish, unpublish } from '#app/features/editing/publication.ts'
import { parsePost, type PostFields } from './parse-post.ts'
import type { PostForm } from './post-form.ts'
import { schedulePublication } from './publish-scheduled-post.job.server.ts'
import { discardDraft } from './save-draft.server.ts'

export type NewPost = {
  form: PostForm
  published: boolean
  /** Publication time in milliseconds, for a post that is not published now. */
  publishAt?: number | null
  /** True for a post that is not from the member's form, so that the form's unsaved draft stays. */
  keepsDraft?: boolean
}

export async function createPost(
  ctx: Ctx,
  { form, ...rest }: NewPost,
): Promise<{ id: string; slug: string }> {
  return storeNewPost(ctx, await makePost(ctx, form), rest)
}

/** Stores a post returned by `makePost`, for callers with an open transaction. */
export async function storeNewPost(
  ctx: Ctx,
  made: MadePost,
  { published, publishAt, keepsDraft = false }: Omit<NewPost, 'form'>,
): Promise<{ id: string; slug: string }> {
  return withTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now()
    const created = await insertPost(ctx, made, { createdAt: now, publishedAt: published ? now : null })
    if (!keepsDraft) await discardDraft(ctx, null)
    await recordChange(ctx, {
      what: 'post.created',
      subject: postSubject({ id: created.id, title: made.fields.title }),
      ...((published || publishAt) && { fields: [published ? 'published' : 'publishAt'] }),
    })
    if (published) await ctx.tellWebhooks(ctx, { kind: 'post.published', id: created.id })
    if (!published && publishAt) await schedulePublication(ctx, created.id, publishAt)
    return created
  })
}

const never = { published_at: null }

export type MadePost = { form: PostForm; fields: PostFields; rendered: RenderedContent }

/** Validates and renders a post. It may take a second, so call it before a transaction. @throws {FieldErrors} by field. */
export async function makePost(
  ctx: Ctx,
  form: PostForm,
  options?: { mayBeEmpty: boolean },
): Promise<MadePost> {
  const fields = parsePost(form, options)
  return { form, fields, rendered: await renderInPool(ctx, fields.source) }
}

/**
 * Stores a new post with the given dates; it is published unless `publishedAt` is null. A slug that is taken is refused,
 * or numbered if `numbersSlug`.
 * @throws {FieldErrors} slug: taken.
 */
export async function insertPost(
  ctx: Ctx,
  { form, fields, rendered }: MadePost,
  {
    createdAt,
    publishedAt,
    numbersSlug = false,
  }: { createdAt: number; publishedAt: number | null; numbersSlug?: boolean },
): Promise<{ id: string; slug: string }> {
  const { email } = requireActor(ctx, 'content.write')
  const id = newId()
  return withTransaction(ctx, async (ctx) => {
    await ctx.db
      .insertInto('blog_post')
      .values({
        id,
        created_at: createdAt,
        updated_at: publishedAt ?? createdAt,
        version: 1,
        // A slug can be reserved only once the row exists; until then the id takes its place.
        slug: id,
        ...(publishedAt === null ? unpublish(never) : publish(never, publishedAt)),
        ...postColumns(fields, rendered),
      })
      .execute()
    const wanted = numbersSlug ? { slug: null, title: fields.slug ?? fields.title } : fields
    const slug = await takeSlug(ctx, id, wanted)
    await ctx.db.updateTable('blog_post').set({ slug }).where('id', '=', id).execute()
    await storePostParts(ctx, id, fields, rendered)
    await recordRevision(ctx, { postId: id, version: 1, actor: email, form: { ...form, slug } })
    if (publishedAt !== null) await announcePost(ctx, { slug, language: fields.language, source_id: null })
    return { id, slug }
  })
}
