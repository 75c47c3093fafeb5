import { defaultLocale, fill } from '#app/lib/messages.ts'
import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { ArrowLeft } from '#app/ui/icons.tsx'
import { useMessages } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'

import { blogMessages } from '../blog-messages.ts'
import { findTag } from '../find-tag.server.ts'

import type { Route } from './+types/blog-tag.route.ts'
import styles from './blog.css?url'
import { BlogHead } from './blog-head.tsx'
import { BlogPager } from './blog-pager.tsx'
import { feedLinks } from './feed-links.ts'
import { isPageNumber } from './page-number.ts'
import { PostGrid } from './post-card.tsx'
import { readPageNumber, readPostPage } from './read-post-page.server.ts'

export const handle: PageHandle = { queryKeys: { page: isPageNumber } }

export function links(): Route.LinkDescriptors {
  return [{ rel: 'stylesheet', href: styles }]
}

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const page = readPageNumber(new URL(request.url).searchParams)
    const tag = await findTag(ctx, params.tag)
    const found = page === null || !tag ? null : await readPostPage(ctx, { page, tag: params.tag })
    if (!found || !tag) throw new AppError('not-found', 'No post has this tag.')
    return { ...found, tag }
  })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { tag, page } = loaderData
  const texts = blogMessages[defaultLocale]
  const title = fill(texts.tagTitle, { tag: tag.name })
  return [
    ...pageMeta({
      matches,
      title: page === 1 ? title : fill(texts.pageTitle, { title, page }),
      description: fill(texts.tagDescription, { tag: tag.name }),
      path: pathOf(tag.path, page),
      imageOf: '/blog',
    }),
    ...feedLinks(tag.path, title),
  ]
}

function pathOf(base: string, page: number): string {
  return page === 1 ? base : `${base}?page=${page}`
}

export default function BlogTagRoute({ loaderData }: Route.ComponentProps) {
  const { tagTitle, allPosts } = useMessages(blogMessages)
  const { tag, posts, page, pages } = loaderData
  return (
    <div className="theme-auto container-page min-h-[70vh] py-16 md:py-24">
      <a
        href="/blog"
        className="mb-8 inline-flex items-center gap-1.5 py-1 text-secondary no-underline hover:text-primary"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {allPosts}
      </a>
      <BlogHead title={fill(tagTitle, { tag: tag.name })} feed={`${tag.path}/rss.xml`} />
      <div className="mt-14">
        <PostGrid posts={posts} />
        <BlogPager page={page} pages={pages} pathOf={(to) => pathOf(tag.path, to)} />
      </div>
    </div>
  )
}
