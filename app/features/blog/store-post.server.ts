import { freeSlug, slugOf, slugOfTag } from '#app/features/editing/slugs.ts'
import { rootOfLanguage } from '#app/lib/languages.ts'
import type { Ctx, SiteIdentity } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { announceAddresses } from '#app/platform/search-engines/tell-search-engines.job.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { noteBlogChange } from './kept/kept-posts.server.ts'
import { excerptOf } from './content/excerpt.ts'
import type { RenderedContent } from './content/render-content.server.ts'
import type { PostFields } from './parse-post.ts'
import type { PostForm } from './post-form.ts'
import { type InLanguage, languageOfPost } from './post-languages.server.ts'
import { wantRemoteImages } from './remote-images/remote-images.server.ts'
import { indexPost } from './search/post-index.server.ts'

/** Slugs below /blog that belong to pages of the site. */
export const ownPages: readonly string[] = ['search']

export function postColumns(fields: PostFields, { text, words }: RenderedContent) {
  return {
    title: fields.title,
    excerpt: fields.ownExcerpt ?? excerptOf(text),
    own_excerpt: fields.ownExcerpt,
    image_url: fields.imageUrl,
    image_alt: fields.imageAlt,
    language: fields.language,
    author: fields.author,
    tags: JSON.stringify(fields.tags),
    words,
  }
}

/** Stores a post's content, tags and search index. Runs in the caller's transaction. */
export async function storePostParts(
  ctx: Ctx,
  id: string,
  fields: PostFields,
  rendered: RenderedContent,
): Promise<void> {
  const content = {
    source: fields.source,
    html: rendered.html,
    outline: JSON.stringify(rendered.outline),
  }
  await ctx.db
    .insertInto('blog_content')
    .values({ post_id: id, ...content })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(content))
    .execute()
  await wantRemoteImages(ctx, { html: rendered.html, imageUrl: fields.imageUrl })
  await ctx.db.deleteFrom('blog_tag').where('post_id', '=', id).execute()
  const tags = fields.tags.map((name) => ({ post_id: id, slug: slugOfTag(name), name }))
  if (tags.length > 0) await ctx.db.insertInto('blog_tag').values(tags).execute()
  await noteBlogChange(ctx)
  await indexPost(ctx, { id, title: fields.title, tags: fields.tags.join(' '), text: rendered.searched })
}

/**
 * Reserves the given slug, or one made from the title. A slug that another post has or had stays with that post. Runs in
 * the caller's transaction.
 * @throws {FieldErrors} if the given slug is taken.
 */
export async function takeSlug(
  ctx: Ctx,
  id: string,
  { slug, title }: { slug: string | null; title: string },
): Promise<string> {
  await ctx.engine.lockUntilCommit(ctx.db, 'blog-slug')
  const wanted = slug ?? slugOf(title, 'post')
  const rows = await ctx.db
    .selectFrom('blog_slug')
    .select(['slug', 'post_id'])
    .where((where) => where.or([where('slug', '=', wanted), where('slug', 'like', `${wanted}-%`)]))
    .execute()
  const others = rows.filter((row) => row.post_id !== id).map((row) => row.slug)
  const taken = new Set([...ownPages, ...others])
  if (slug !== null && taken.has(slug))
    throw new FieldErrors({
      slug: 'Another post has or once had this address. Please choose a different one.',
    })
  const free = freeSlug(wanted, taken)
  await ctx.db
    .insertInto('blog_slug')
    .values({ slug: free, post_id: id })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  return free
}

export async function recordRevision(
  ctx: Ctx,
  revision: { postId: string; version: number; actor: string; form: PostForm },
): Promise<void> {
  await ctx.db
    .insertInto('blog_revision')
    .values({
      id: newId(),
      post_id: revision.postId,
      version: revision.version,
      at: ctx.clock.now(),
      actor: revision.actor,
      fields: JSON.stringify(revision.form),
    })
    .execute()
}

type Addressed = InLanguage & { slug: string }

/** Clears cached pages and tells search engines where a changed post is and was. Runs in the caller's transaction. */
export async function announcePost(ctx: Ctx, ...places: readonly Addressed[]): Promise<void> {
  await ctx.signals.publish(ctx, PAGES_TOPIC)
  const site = await ctx.site(ctx)
  const paths = new Set(places.flatMap((place) => addressesOf(place, site)))
  if (paths.size > 0) await announceAddresses(ctx, [...paths])
}

function addressesOf({ slug, ...post }: Addressed, site: SiteIdentity): string[] {
  const tag = languageOfPost(post, site)
  if (tag === null || site.languages.some((each) => each.tag === tag && each.isHidden)) return []
  const blog = `${tag === site.mainLanguage ? '' : rootOfLanguage(tag)}/blog`
  return [`${blog}/${slug}`, blog]
}

export function postSubject({ id, title }: { id: string; title: string }) {
  return { id, title, path: `/admin/blog/${id}` }
}
