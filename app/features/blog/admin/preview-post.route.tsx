import { Link } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { ArrowLeft } from '#app/ui/icons.tsx'

import { longDate } from '../pages/read-posts.server.ts'
import { readingMinutes } from '../content/excerpt.ts'
import { renderInPool } from '../content/render-in-pool.server.ts'
import { getPost } from '../get-post.server.ts'
import { toTagLink } from '../list-published-posts.server.ts'
import styles from '../pages/blog.css?url'
import { PostArticle } from '../pages/post-article.tsx'
import { parseUnfinished } from '../parse-post.ts'
import { localHtml, withLocalCovers } from '../remote-images/remote-images.server.ts'
import { findDraft } from '../save-draft.server.ts'

import type { Route } from './+types/preview-post.route.ts'

export function links(): Route.LinkDescriptors {
  return [{ rel: 'stylesheet', href: styles }]
}

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [post, draft, site] = await Promise.all([
      getPost(ctx, params.id),
      findDraft(ctx, params.id),
      ctx.site(ctx),
    ])
    const fields = parseUnfinished(draft?.form ?? post.form)
    const { html, words } = await renderInPool(ctx, fields.source)
    const [shown] = await withLocalCovers(ctx, [fields])
    const now = ctx.clock.now()
    const at = post.published_at ?? post.publish_at ?? now
    return {
      id: post.id,
      article: {
        title: fields.title,
        date: longDate(at, site),
        minutes: readingMinutes(words),
        imageUrl: shown?.imageUrl ?? null,
        imageAlt: fields.imageAlt,
        tags: fields.tags.map(toTagLink),
        language: fields.language,
        author: fields.author,
        updated: null,
        html: await localHtml(ctx, html),
        copyright: { year: new Date(now).getUTCFullYear(), siteName: site.siteName },
      },
    }
  })
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `Preview: ${loaderData?.article.title ?? 'Post'} · Admin` }]
}

export default function PreviewPostRoute({ loaderData }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-[46rem] px-5 py-8">
      <Link
        to={`/admin/blog/${loaderData.id}`}
        className="mb-8 inline-flex items-center gap-1.5 text-sm text-secondary no-underline hover:text-primary"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Back to the editor
      </Link>
      <PostArticle {...loaderData.article} />
    </div>
  )
}
