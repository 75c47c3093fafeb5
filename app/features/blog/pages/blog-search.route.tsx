import { fill, fillCount } from '#app/lib/messages.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { useTexts } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { textsFor } from '#app/ui/use-site.ts'

import { blogTexts } from '../blog-messages.ts'
import { MOST_FOUND } from '../list-published-posts.server.ts'
import type { BlogMessages } from '../messages.en.ts'

import type { Route } from './+types/blog-search.route.ts'
import styles from './blog.css?url'
import { BlogListPage, PagedPosts } from './blog-list-page.tsx'
import { readPageNumber } from './list-address.ts'
import { readPostPage } from './read-posts.server.ts'

/** Not cached, because searches would evict all other pages from the cache. */
export const handle: PageHandle = { unshared: true }

export function links(): Route.LinkDescriptors {
  return [{ rel: 'stylesheet', href: styles }]
}

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const params = new URL(request.url).searchParams
    const q = readableLine(params.get('q') ?? '')?.slice(0, 200) ?? ''
    const found = await readPostPage(ctx, { page: readPageNumber(params) ?? 1, q })
    return { q, found, isCut: found?.total === MOST_FOUND }
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const { search, metaDescription } = textsFor(matches, blogTexts)
  return pageMeta({
    matches,
    title: search,
    description: metaDescription,
    path: '/blog/search',
    index: false,
  })
}

export default function BlogSearchRoute({ loaderData }: Route.ComponentProps) {
  const texts = useTexts(blogTexts)
  const { q, found, isCut } = loaderData
  const pathOf = (page: number) =>
    `/blog/search?${new URLSearchParams({ q, ...(page > 1 && { page: String(page) }) })}`
  return (
    <BlogListPage isPart title={texts.searchTitle} q={q}>
      {q ? (
        <p className="mt-10 text-secondary">{summaryOf(texts, q, { total: found?.total, isCut })}</p>
      ) : null}
      {found && found.total > 0 ? (
        <div className="mt-8">
          <PagedPosts found={found} pathOf={pathOf} />
        </div>
      ) : null}
    </BlogListPage>
  )
}

type Found = { total: number | undefined; isCut: boolean }

function summaryOf(
  { found, foundMost, foundNone }: BlogMessages,
  q: string,
  { total, isCut }: Found,
): string {
  return total ? fillCount(isCut ? foundMost : found, total, { q }) : fill(foundNone, { q })
}
