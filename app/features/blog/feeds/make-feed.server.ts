import { defaultLocale, fill } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { blogMessages } from '../blog-messages.ts'
import { findTag } from '../find-tag.server.ts'

import { absolute } from './absolute.ts'
import { type FeedPost, listFeedPosts } from './list-feed-posts.server.ts'
import { type FeedDescription, type FeedItem, writeAtom, writeJsonFeed, writeRss } from './write-feeds.ts'

/** Characters of HTML in a feed: past them posts come with their summary alone, so that no request takes long. */
const MAX_HTML = 1_000_000

type Form = { type: string; write: (feed: FeedDescription) => string }

const rss: Form = { type: 'application/rss+xml; charset=utf-8', write: writeRss }
const forms: Readonly<Record<string, Form>> = {
  'rss.xml': rss,
  'atom.xml': { type: 'application/atom+xml; charset=utf-8', write: writeAtom },
  'feed.json': { type: 'application/feed+json; charset=utf-8', write: writeJsonFeed },
}

/** The newest posts with all their text, as RSS 2.0, Atom or JSON Feed; null for a tag that no post has. */
export async function makeFeed(
  ctx: Ctx,
  { file, tag: slug }: { file: string; tag: string | null },
): Promise<{ text: string; type: string } | null> {
  const texts = blogMessages[defaultLocale]
  const tag = slug === null ? null : await findTag(ctx, slug)
  if (slug !== null && !tag) return null
  const [{ siteName, publicUrl }, posts] = await Promise.all([ctx.site(ctx), listFeedPosts(ctx, slug)])
  const link = `${publicUrl}${tag?.path ?? '/blog'}`
  const { type, write } = forms[file] ?? rss
  const text = write({
    link,
    self: `${link}/${file}`,
    title: tag ? fill(texts.feedOfTag, { siteName, tag: tag.name }) : fill(texts.feedOf, { siteName }),
    description: fill(tag ? texts.tagDescription : texts.metaDescription, { siteName, tag: tag?.name ?? '' }),
    language: defaultLocale,
    author: siteName,
    updated: new Date(posts.reduce((latest, post) => Math.max(latest, post.updatedAt), 0)),
    items: toItems(posts, publicUrl),
  })
  return { text, type }
}

function toItems(posts: readonly FeedPost[], publicUrl: string): FeedItem[] {
  let room = MAX_HTML
  return posts.map((post) => {
    const link = `${publicUrl}/blog/${post.slug}`
    room -= post.html.length
    return {
      link,
      title: post.title,
      summary: post.excerpt,
      html: room < 0 ? null : absolute(post.html, publicUrl, link),
      tags: post.tags,
      published: new Date(post.publishedAt),
      updated: new Date(post.updatedAt),
    }
  })
}
