import { data } from 'react-router'

import { fill } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { AppError } from '#app/platform/errors.ts'
import { CircleAlert } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { rootFor, textsFor } from '#app/ui/use-site.ts'

import { blogTexts } from '../blog-messages.ts'

import type { Route } from './+types/blog-list.route.ts'
import styles from './blog.css?url'
import { BlogListPage, PagedPosts } from './blog-list-page.tsx'
import { feedLinks, isPageNumber, pageAddress, readPageNumber } from './list-address.ts'
import { readPostPage } from './read-posts.server.ts'

export const handle: PageHandle = { queryKeys: { page: isPageNumber } }

export function links(): Route.LinkDescriptors {
  return [{ rel: 'stylesheet', href: styles }]
}

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const page = readPageNumber(new URL(request.url).searchParams)
    try {
      const found = page === null ? null : await readPostPage(ctx, { page })
      if (!found) throw new AppError('not-found', 'The blog has no such page.')
      return data(found)
    } catch (error) {
      if (error instanceof AppError) throw error
      // The page then shows an error in place of the posts.
      ctx.log.error({ error }, 'blog.list_failed')
      return data(null, { status: 500 })
    }
  })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const texts = textsFor(matches, blogTexts)
  const page = loaderData?.page ?? 1
  const isFirst = page === 1
  return [
    ...pageMeta({
      matches,
      title: isFirst ? texts.metaTitle : fill(texts.pageTitle, { title: texts.metaTitle, page }),
      description: isFirst ? texts.metaDescription : fill(texts.pageDescription, { page }),
      path: pageAddress('/blog', page),
      imageOf: '/blog',
      hasFeeds: true,
      // The blog of another language may be empty.
      index: loaderData !== null && (loaderData.total > 0 || rootFor(matches) === ''),
    }),
    ...feedLinks(`${rootFor(matches)}/blog`, texts.metaTitle),
  ]
}

export default function BlogListRoute({ loaderData }: Route.ComponentProps) {
  const { title, text } = useTexts(blogTexts)
  return (
    <BlogListPage title={title} text={text} feed="/blog/rss.xml">
      <div className="mt-14">{loaderData ? <Posts found={loaderData} /> : <Failed />}</div>
    </BlogListPage>
  )
}

function Posts({ found }: { found: NonNullable<Route.ComponentProps['loaderData']> }) {
  const { empty } = useTexts(blogTexts)
  if (found.posts.length === 0)
    return (
      <p className="rounded-lg border border-dashed border-line-strong px-6 py-20 text-center text-secondary">
        {empty}
      </p>
    )
  return <PagedPosts found={found} pathOf={(page) => pageAddress('/blog', page)} />
}

/** The same text as the toast, for visitors without scripts. */
function Failed() {
  const { failed } = useTexts(blogTexts)
  return (
    <div
      role="alert"
      className="flex max-w-md items-start gap-3 rounded-md border border-line-strong bg-overlay p-4"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div>
        <p className="font-medium text-primary">{failed.title}</p>
        <p className="text-sm text-secondary">{failed.text}</p>
      </div>
    </div>
  )
}
