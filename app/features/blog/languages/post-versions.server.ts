import { slugOf } from '#app/features/editing/slugs.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { publishPost } from '../change-post-state.server.ts'
import { insertPost, makePost, type MadePost } from '../create-post.server.ts'
import { languageOfPost } from '../post-languages.server.ts'
import { postSubject } from '../store-post.server.ts'
import { updatePost } from '../update-post.server.ts'

import { type PostTexts, textsOf, withTexts } from './post-texts.ts'
import { findStoredPost, type StoredPost } from './stored-version.server.ts'

/** Returns a post and the one that it is a version of; itself if it is none. @throws {AppError} not-found. */
export async function findGroup(ctx: Ctx, id: string): Promise<{ post: StoredPost; source: StoredPost }> {
  const post = await findStoredPost(ctx, id)
  if (!post) throw new AppError('not-found', 'There is no such post. It may have been deleted.')
  const source = post.sourceId === null ? null : await findStoredPost(ctx, post.sourceId)
  return { post, source: source ?? post }
}

type NewVersion = {
  /** Of any post of the group. */
  id: string
  /** A language of the site. */
  language: string
  /** By default the source's texts. */
  made?: { texts: PostTexts; before: PostTexts } | undefined
}

/**
 * Begins a post's version in another language as a draft.
 * @returns its id; that of the known one if there is a version already.
 * @throws {AppError} not-found, invalid for a language that the site does not have.
 */
export async function addPostVersion(ctx: Ctx, { id, language, made }: NewVersion): Promise<{ id: string }> {
  requireActor(ctx, 'content.write')
  const site = await ctx.site(ctx)
  if (!site.languages.some(({ tag }) => tag === language))
    throw new AppError('invalid', 'The site does not have this language. Please add it first.')
  const { source } = await findGroup(ctx, id)
  const texts = textsOf(source.form)
  const title = made ? made.texts.title : source.form.title
  const slug = slugOf(title, 'post')
  const isOwn = title !== source.form.title && slug !== 'post'
  const form = {
    ...withTexts(source.form, made ? made.texts : texts),
    slug: isOwn ? slug : `${source.form.slug}-${language.toLowerCase()}`,
    language: language === site.mainLanguage ? '' : language,
  }
  const post = await makePost(ctx, form, { mayBeEmpty: true })
  const before = made ? made.before : texts
  return withTransaction(ctx, (ctx) => store(ctx, { post, source, language, before }))
}

type Stored = { post: MadePost; source: StoredPost; language: string; before: PostTexts }

async function store(ctx: Ctx, { post, source, language, before }: Stored): Promise<{ id: string }> {
  await ctx.engine.lockUntilCommit(ctx.db, `blog-versions:${source.id}`)
  const site = await ctx.site(ctx)
  const group = await listGroup(ctx, source.id)
  const known = group.find((each) => languageOfPost(each, site) === language)
  if (known) return { id: known.id }
  const now = ctx.clock.now()
  const { id } = await insertPost(ctx, post, { createdAt: now, publishedAt: null, numbersSlug: true })
  await ctx.db
    .updateTable('blog_post')
    // It keeps the date of its source, so that translating an archive makes no news.
    .set({ source_id: source.id, source_texts: JSON.stringify(before), published_at: source.publishedAt })
    .where('id', '=', id)
    .execute()
  await recordChange(ctx, { what: 'post.created', subject: postSubject({ id, title: post.fields.title }) })
  return { id }
}

/** Returns the posts of a group, the source among them. */
export async function listGroup(ctx: Ctx, sourceId: string) {
  return ctx.db
    .selectFrom('blog_post')
    .select(['id', 'language', 'version', 'source_id', 'published'])
    .where((where) => where.or([where('id', '=', sourceId), where('source_id', '=', sourceId)]))
    .execute()
}

/** Says that a version's texts follow the source as it is now. @throws {AppError} not-found. */
export async function markPostUpToDate(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `blog-post:${id}`)
    const { post, source } = await findGroup(ctx, id)
    if (post.id === source.id) throw new AppError('invalid', 'This post is not a translation.')
    await ctx.db
      .updateTable('blog_post')
      .set({ source_texts: JSON.stringify(textsOf(source.form)), version: post.version + 1 })
      .where('id', '=', id)
      .execute()
    // An unsaved draft stays as current as it was.
    await ctx.db
      .updateTable('blog_draft')
      .set({ base_version: post.version + 1 })
      .where('id', '=', id)
      .where('base_version', '=', post.version)
      .execute()
    await recordChange(ctx, {
      what: 'post.version_checked',
      subject: postSubject({ id, title: post.form.title }),
    })
  })
}

/** The most versions that one press of a button publishes or translates; the next press takes the next ones. */
export const MOST_AT_ONCE = 500

/**
 * Publishes the drafts of a language's versions, except copies in which nothing is translated and versions of posts that
 * are not public. @returns how many were published.
 */
export async function publishPostVersions(ctx: Ctx, language: string): Promise<number> {
  requireActor(ctx, 'content.write')
  const site = await ctx.site(ctx)
  const rows = await ctx.db
    .selectFrom('blog_post')
    .leftJoin('blog_draft', 'blog_draft.id', 'blog_post.id')
    .select(['blog_post.id', 'language', 'source_id'])
    .where('source_id', 'in', (select) =>
      select.selectFrom('blog_post as source').select('source.id').where('source.published', '=', 1),
    )
    .where((where) => where.or([where('published', '=', 0), where('blog_draft.id', 'is not', null)]))
    .where('publish_at', 'is', null)
    .orderBy('blog_post.id')
    .execute()
  const ids = rows.flatMap((row) => (languageOfPost(row, site) === language ? [row.id] : []))
  let count = 0
  for (const id of ids) {
    if (count === MOST_AT_ONCE) break
    if (await publishVersion(ctx, id)) count += 1
  }
  return count
}

async function publishVersion(ctx: Ctx, id: string): Promise<boolean> {
  const { post, source } = await findGroup(ctx, id)
  const { edited, hasDraft, version, baseVersion } = post
  const isCopy = JSON.stringify(textsOf(edited)) === JSON.stringify(textsOf(source.form))
  const isEmpty = edited.content.trim() === ''
  // A draft that somebody began on an older version waits for its editor.
  if (isCopy || isEmpty || (hasDraft && version !== baseVersion)) return false
  if (hasDraft) await updatePost(ctx, { id, version, form: edited, published: true })
  else await publishPost(ctx, id)
  return true
}
