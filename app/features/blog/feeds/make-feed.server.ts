import { Feed } from 'feed'

import { defaultLocale, fill } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { blogMessages } from '../blog-messages.ts'
import { findTag } from '../find-tag.server.ts'

import { type FeedPost, listFeedPosts } from './list-feed-posts.server.ts'

const types: Readonly<Record<string, string>> = {
  'rss.xml': 'application/rss+xml; charset=utf-8',
  'atom.xml': 'application/atom+xml; charset=utf-8',
  'feed.json': 'application/feed+json; charset=utf-8',
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
  const base = `${publicUrl}${tag?.path ?? '/blog'}`
  const feed = new Feed({
    id: base,
    link: base,
    title: tag ? fill(texts.feedOfTag, { siteName, tag: tag.name }) : fill(texts.feedOf, { siteName }),
    description: fill(tag ? texts.tagDescription : texts.metaDescription, { siteName, tag: tag?.name ?? '' }),
    language: defaultLocale,
    generator: false,
    updated: new Date(posts.reduce((latest, post) => Math.max(latest, post.updatedAt), 0)),
    feedLinks: { rss: `${base}/rss.xml`, atom: `${base}/atom.xml`, json: `${base}/feed.json` },
    author: { name: siteName, link: `${publicUrl}/` },
    copyright: siteName,
  })
  for (const post of posts) feed.addItem(toItem(post, publicUrl, siteName))
  const text = file === 'atom.xml' ? feed.atom1() : file === 'feed.json' ? feed.json1() : feed.rss2()
  return { text, type: types[file] ?? 'application/xml; charset=utf-8' }
}

function toItem(post: FeedPost, publicUrl: string, siteName: string) {
  const link = `${publicUrl}/blog/${post.slug}`
  return {
    id: link,
    link,
    title: xmlText(post.title),
    description: xmlText(post.excerpt),
    content: xmlText(absolute(post.html, publicUrl, link)),
    date: new Date(post.updatedAt),
    published: new Date(post.publishedAt),
    category: post.tags.map((name) => ({ name: xmlText(name) })),
    author: [{ name: siteName }],
  }
}

/** Addresses that begin at our root or within the page mean nothing in a feed reader. */
function absolute(html: string, publicUrl: string, link: string): string {
  return html
    .replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${publicUrl}/`)
    .replaceAll(
      / srcset="([^"]*)"/g,
      (_, sources: string) => ` srcset="${sources.replaceAll(/(^|, )\/(?!\/)/g, `$1${publicUrl}/`)}"`,
    )
    .replaceAll(/ href="#/g, ` href="${link}#`)
}

/** Without the few characters that XML cannot hold. */
function xmlText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is being dropped
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
}
