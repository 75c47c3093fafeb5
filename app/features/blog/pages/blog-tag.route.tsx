import { fill } from '#app/lib/messages.ts'
import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { useTexts } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { rootFor, textsFor } from '#app/ui/use-site.ts'

import { blogTexts } from '../blog-messages.ts'
import { findTag } from '../list-published-posts.server.ts'

import type { Route } from './+types/blog-tag.route.ts'
import styles from './blog.css?url'
import { BlogListPage, PagedPosts } from './blog-list-page.tsx'
import { feedLinks, isPageNumber, pageAddress, readPageNumber } from './list-address.ts'
import { readPostPage } from './read-posts.server.ts'

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
  const texts = textsFor(matches, blogTexts)
  const title = fill(texts.tagTitle, { tag: tag.name })
  return [
    ...pageMeta({
      matches,
      title: page === 1 ? title : fill(texts.pageTitle, { title, page }),
      description: fill(texts.tagDescription, { tag: tag.name }),
      path: pageAddress(tag.path, page),
      imageOf: '/blog',
      hasFeeds: true,
    }),
    ...feedLinks(`${rootFor(matches)}${tag.path}`, title),
  ]
}

export default function BlogTagRoute({ loaderData }: Route.ComponentProps) {
  const { tagTitle } = useTexts(blogTexts)
  const { tag } = loaderData
  return (
    <BlogListPage isPart title={fill(tagTitle, { tag: tag.name })} feed={`${tag.path}/rss.xml`}>
      <div className="mt-14">
        <PagedPosts found={loaderData} pathOf={(page) => pageAddress(tag.path, page)} />
      </div>
    </BlogListPage>
  )
}
