import { assertDefined } from '#app/lib/assert-defined.ts'
import { fill } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { readSay } from '#app/platform/text-translations.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { blogTexts } from '../blog-messages.ts'
import { datesOf } from '#app/features/editing/publication.ts'
import { findTag } from '../list-published-posts.server.ts'
import { ofThisLanguage } from '../post-languages.server.ts'
import { readTags } from '../post-form.ts'
import { localHtml, withLocalCovers } from '../remote-images/remote-images.server.ts'

import {
  type FeedDescription,
  type FeedItem,
  withAbsoluteAddresses,
  writeAtom,
  writeJsonFeed,
  writeRss,
} from './write-feeds.ts'

/** Several months of posts, in some hundred kilobytes. */
const MAX_POSTS = 30

/** Characters of HTML in a feed. Further posts have only a summary, so that no request takes long. */
const MAX_HTML = 1_000_000

type FeedPost = {
  id: string
  imageUrl: string | null
  slug: string
  title: string
  excerpt: string
  html: string
  tags: string[]
  language: string | null
  author: string | null
  publishedAt: number
  updatedAt: number
}

type FeedFormat = { type: string; write: (feed: FeedDescription) => string }

const rss: FeedFormat = { type: 'application/rss+xml; charset=utf-8', write: writeRss }
const formats: Readonly<Record<string, FeedFormat>> = {
  'rss.xml': rss,
  'atom.xml': { type: 'application/atom+xml; charset=utf-8', write: writeAtom },
  'feed.json': { type: 'application/feed+json; charset=utf-8', write: writeJsonFeed },
}

/** Returns the newest posts with full text as RSS 2.0, Atom or JSON Feed, or null if no post has the tag. */
export async function makeFeed(
  ctx: Ctx,
  { file, tag: slug }: { file: string; tag: string | null },
): Promise<{ text: string; type: string } | null> {
  const texts = await wordedTexts(ctx, blogTexts)
  const tag = slug === null ? null : await findTag(ctx, slug)
  if (slug !== null && !tag) return null
  const [{ siteName, publicUrl, language }, posts] = await Promise.all([
    ctx.site(ctx),
    listFeedPosts(ctx, slug),
  ])
  const link = `${publicUrl}${tag?.path ?? '/blog'}`
  const { type, write } = formats[file] ?? rss
  const text = write({
    link,
    self: `${link}/${file}`,
    ...(tag
      ? {
          title: fill(texts.feedOfTag, { siteName, tag: tag.name }),
          description: fill(texts.tagDescription, { siteName, tag: tag.name }),
        }
      : {
          title: fill(texts.feedOf, { siteName }),
          description: fill(texts.metaDescription, { siteName }),
        }),
    language,
    author: siteName,
    updated: new Date(posts.reduce((latest, post) => Math.max(latest, post.updatedAt), 0)),
    items: toItems(posts, publicUrl, siteName),
  })
  return { text, type }
}

async function listFeedPosts(ctx: Ctx, tag: string | null): Promise<FeedPost[]> {
  let posts = ctx.db
    .selectFrom('blog_post')
    .where('published', '=', 1)
    .where(await ofThisLanguage(ctx))
  if (tag !== null)
    posts = posts.where('blog_post.id', 'in', (select) =>
      select.selectFrom('blog_tag').select('post_id').where('blog_tag.slug', '=', tag),
    )
  const rows = await posts
    .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
    .select([
      'blog_post.id',
      'image_url',
      'slug',
      'title',
      'excerpt',
      'tags',
      'language',
      'author',
      'published_at',
      'updated_at',
      'html',
    ])
    .orderBy('published_at', 'desc')
    .orderBy('blog_post.id', 'desc')
    .limit(MAX_POSTS)
    .execute()
  const say = await readSay(ctx)
  const local = rows.map(async (row) => ({
    id: row.id,
    imageUrl: row.image_url,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    html: await localHtml(ctx, row.html),
    tags: readTags(row.tags).map((name) => say('tags', name)),
    language: row.language,
    author: row.author,
    ...datesOf(row),
  }))
  return withLocalCovers(ctx, await Promise.all(local))
}

const imageTypes: [RegExp, string][] = [
  [/\.avif$/i, 'image/avif'],
  [/\.gif$/i, 'image/gif'],
  [/\.png$/i, 'image/png'],
  [/\.svg$/i, 'image/svg+xml'],
  [/\.webp$/i, 'image/webp'],
  [/./, 'image/jpeg'],
]

/** Returns the picture's whole address, and the media type that its ending names. */
function imageOf(address: string | null, publicUrl: string): FeedItem['image'] {
  const url = address === null ? null : URL.parse(address, publicUrl)
  if (!url) return null
  const [, type] = assertDefined(
    imageTypes.find(([ending]) => ending.test(url.pathname)),
    'the last matches every path',
  )
  return { url: url.href, type }
}

function toItems(posts: readonly FeedPost[], publicUrl: string, siteName: string): FeedItem[] {
  let room = MAX_HTML
  return posts.map((post) => {
    const link = `${publicUrl}/blog/${post.slug}`
    room -= post.html.length
    return {
      id: `urn:uuid:${post.id}`,
      link,
      image: imageOf(post.imageUrl, publicUrl),
      title: post.title,
      summary: post.excerpt,
      html: room < 0 ? null : withAbsoluteAddresses(post.html, publicUrl, link),
      tags: post.tags,
      language: post.language,
      author: post.author ?? siteName,
      published: new Date(post.publishedAt),
      updated: new Date(post.updatedAt),
    }
  })
}
