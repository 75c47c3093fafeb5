import { defaultLocale, fill } from '#app/lib/messages.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { ArrowLeft } from '#app/ui/icons.tsx'
import { useMessages } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'

import { blogMessages } from '../blog-messages.ts'

import type { Route } from './+types/blog-search.route.ts'
import styles from './blog.css?url'
import { BlogHead } from './blog-head.tsx'
import { BlogPager } from './blog-pager.tsx'
import { PostGrid } from './post-card.tsx'
import { readPageNumber, readPostPage } from './read-post-page.server.ts'

/** Not kept: visitors' words would drive every other page out of the cache. */
export const handle: PageHandle = { unshared: true }

export function links(): Route.LinkDescriptors {
  return [{ rel: 'stylesheet', href: styles }]
}

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const params = new URL(request.url).searchParams
    const q = readableLine(params.get('q') ?? '')?.slice(0, 200) ?? ''
    const found = await readPostPage(ctx, { page: readPageNumber(params) ?? 1, q })
    return { q, found }
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const { search, metaDescription } = blogMessages[defaultLocale]
  return pageMeta({
    matches,
    title: search,
    description: metaDescription,
    path: '/blog/search',
    index: false,
  })
}

export default function BlogSearchRoute({ loaderData }: Route.ComponentProps) {
  const texts = useMessages(blogMessages)
  const { q, found } = loaderData
  const total = found?.total ?? 0
  const summary = total === 0 ? texts.foundNone : total === 1 ? texts.foundOne : texts.found
  return (
    <div className="theme-auto container-page min-h-[70vh] py-16 md:py-24">
      <a
        href="/blog"
        className="mb-8 inline-flex items-center gap-1.5 py-1 text-secondary no-underline hover:text-primary"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {texts.allPosts}
      </a>
      <BlogHead title={texts.searchTitle} q={q} />
      {q ? <p className="mt-10 text-secondary">{fill(summary, { q, count: total })}</p> : null}
      {found && total > 0 ? (
        <div className="mt-8">
          <PostGrid posts={found.posts} />
          <BlogPager
            page={found.page}
            pages={found.pages}
            pathOf={(page) =>
              `/blog/search?${new URLSearchParams({ q, ...(page > 1 && { page: String(page) }) })}`
            }
          />
        </div>
      ) : null}
    </div>
  )
}
