import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'

import { pickPostForm, type PostForm, toPostForm } from '../post-form.ts'

import { followedAfterSave, type PostTexts, type PostVersion, splitAgain, textsOf } from './post-texts.ts'

const textsSchema = z.object({
  title: z.string(),
  excerpt: z.string(),
  imageAlt: z.string(),
  blocks: z.array(z.string()),
})

export function readSourceTexts(stored: string | null): PostTexts | null {
  if (stored === null) return null
  const texts = textsSchema.parse(JSON.parse(stored))
  return { ...texts, blocks: splitAgain(texts.blocks) }
}

type Followed = { source_id: string | null; source_texts: string | null; form: PostForm }

/** Returns the column of the source's texts that a post follows once it is saved with other fields. */
export async function followSource(ctx: Ctx, post: Followed, saved: PostForm): Promise<string | null> {
  const source = post.source_id === null ? undefined : await findForm(ctx, post.source_id)
  if (!source) return post.source_texts
  const before = readSourceTexts(post.source_texts)
  const version = { texts: textsOf(post.form), before }
  const followed = followedAfterSave(textsOf(source), version, textsOf(saved))
  return followed && JSON.stringify(followed)
}

async function findForm(ctx: Ctx, id: string): Promise<PostForm | undefined> {
  const post = await findStored(ctx, id)
  return post && toPostForm(post)
}

async function findStored(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('blog_post')
    .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
    .leftJoin('blog_draft', 'blog_draft.id', 'blog_post.id')
    .select(['blog_post.id', 'version', 'slug', 'title', 'own_excerpt', 'image_url', 'image_alt', 'tags'])
    .select(['language', 'author', 'source', 'published', 'published_at', 'publish_at'])
    .select(['source_id', 'source_texts'])
    .select(['blog_draft.fields as draft', 'base_version', 'saved_at'])
    .where('blog_post.id', '=', id)
    .executeTakeFirst()
}

export type StoredPost = {
  id: string
  version: number
  /** As it is saved. */
  form: PostForm
  /** What its editor shows: the unsaved draft, if there is one. */
  edited: PostForm
  baseVersion: number
  hasDraft: boolean
  isPublished: boolean
  isScheduled: boolean
  publishedAt: number | null
  sourceId: string | null
  before: PostTexts | null
}

/** Returns a post with its unsaved draft; null if it is gone. */
export async function findStoredPost(ctx: Ctx, id: string): Promise<StoredPost | null> {
  const row = await findStored(ctx, id)
  if (!row) return null
  const form = toPostForm(row)
  const { draft } = row
  return {
    id,
    version: row.version,
    form,
    edited: draft === null ? form : pickPostForm(JSON.parse(draft) as Record<string, unknown>),
    baseVersion: row.base_version ?? row.version,
    hasDraft: draft !== null,
    isPublished: row.published === 1,
    isScheduled: row.publish_at !== null,
    publishedAt: row.published_at,
    sourceId: row.source_id,
    before: readSourceTexts(row.source_texts),
  }
}

/** Returns a version with its draft, as if that was saved. */
export function versionOf(source: PostTexts, { form, edited, before, hasDraft }: StoredPost): PostVersion {
  const saved = { texts: textsOf(form), before }
  if (!hasDraft) return saved
  const texts = textsOf(edited)
  return { texts, before: followedAfterSave(source, saved, texts) }
}
