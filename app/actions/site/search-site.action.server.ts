import { z } from 'zod'

import { listPublishedPosts } from '#app/features/blog/list-published-posts.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { pageOfList } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { pageOf, paging, text } from '../fields.ts'
import { inLanguage, readerLanguage } from '../in-language.server.ts'

const hit = z.object({ kind: z.enum(['page', 'post']), title: z.string(), text: z.string(), url: z.string() })

export const searchSiteAction = defineAction({
  name: 'search_site',
  title: 'Search the site',
  description: 'Finds public pages and posts of the site by words in them.',
  input: z.strictObject({
    q: text(200).min(1).describe('Words that must occur'),
    language: readerLanguage,
    ...paging,
  }),
  output: pageOf(hit),
  permission: null,
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/search' },
  async run(outer, { q, language, ...page }) {
    const ctx = await inLanguage(outer, language)
    const [{ publicUrl }, pages, { posts }] = await Promise.all([
      ctx.site(ctx),
      findPages(ctx, q),
      listPublishedPosts(ctx, { page: 1, q }),
    ])
    const found = [
      ...pages,
      ...posts.map((post) => ({
        kind: 'post' as const,
        title: post.title,
        text: post.excerpt,
        path: `/blog/${post.slug}`,
      })),
    ]
    return pageOfList(found, page, ({ path, ...each }) => ({ ...each, url: `${publicUrl}${path}` }))
  },
})

async function findPages(ctx: Ctx, q: string) {
  const words = foldForSearch(q).split(/\s+/).filter(Boolean)
  const { pages } = await readContent(ctx)
  return [...pages]
    .filter(([, page]) => !page.noindex)
    .filter(([, { title, description }]) => {
      const folded = foldForSearch(`${title} ${description}`)
      return words.every((word) => folded.includes(word))
    })
    .map(([path, { title, description }]) => ({ kind: 'page' as const, title, text: description, path }))
}
