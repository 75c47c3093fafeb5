import { data, redirect } from 'react-router'

import { inLanguageOfSite } from '#app/lib/languages.ts'
import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { textsFor } from '#app/ui/use-site.ts'

import { blogTexts } from '../blog-messages.ts'

import type { Route } from './+types/blog-post.route.ts'
import { postLinks, postMeta, PostPage } from './post-page.tsx'
import { findFormerPost } from '../find-published-post.server.ts'
import { siteLanguageOf } from '../post-languages.server.ts'
import { readPost } from './read-posts.server.ts'

export function links(): Route.LinkDescriptors {
  return postLinks
}

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    // A post that fails to load looks like a missing one; a refusal with a reason, such as 503, is shown as such.
    const found = await readPost(ctx, params.slug).catch((error: unknown) => {
      if (error instanceof AppError) throw error
      ctx.log.error({ error }, 'blog.post_failed')
      return undefined
    })
    if (!found) {
      const moved = found === null ? await findFormerPost(ctx, `/blog/${params.slug}`) : null
      if (moved !== null) throw redirect(moved, 301)
      return data(null, { status: found === null ? 404 : 500 })
    }
    const site = await ctx.site(ctx)
    const language = siteLanguageOf(found.post.language, site)
    if (language !== site.language)
      throw redirect(inLanguageOfSite(`/blog/${found.post.slug}`, language, site), 301)
    if (found.post.slug !== params.slug) throw redirect(`/blog/${found.post.slug}`, 301)
    return data(found)
  })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { notFound } = textsFor(matches, blogTexts)
  if (!loaderData)
    return pageMeta({
      matches,
      title: notFound.title,
      description: notFound.text,
      path: '/blog',
      index: false,
    })
  return postMeta(matches, loaderData)
}

export default function BlogPostRoute({ loaderData }: Route.ComponentProps) {
  return loaderData ? <PostPage {...loaderData} /> : <PostNotFound />
}

function PostNotFound() {
  const { notFound } = useTexts(blogTexts)
  return (
    <div className="container-page grid min-h-[70dvh] content-center justify-items-start py-24">
      <h1 className="text-hero font-bold">{notFound.title}</h1>
      <p className="mt-5 text-lead text-secondary">{notFound.text}</p>
      <a href="/blog" className={buttonClass({ tone: 'solid', size: 'lg', className: 'mt-9' })}>
        {notFound.back}
      </a>
    </div>
  )
}
