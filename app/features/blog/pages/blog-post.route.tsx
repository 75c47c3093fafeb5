import { data, redirect } from 'react-router'

import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { ArrowLeft } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { textsFor, useSite } from '#app/ui/use-site.ts'

import { blogTexts } from '../blog-messages.ts'
import { readingMinutes } from '../content/excerpt.ts'

import type { Route } from './+types/blog-post.route.ts'
import { listedHeadings, PostAround, PostOutline, ShareLinks } from './around-post.tsx'
import styles from './blog.css?url'
import { PostArticle } from './post-article.tsx'
import { PostGrid } from './post-card.tsx'
import { postStructuredData } from './post-structured-data.ts'
import { readPost } from './read-posts.server.ts'

export function links(): Route.LinkDescriptors {
  return [{ rel: 'stylesheet', href: styles }]
}

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    // A post that cannot be loaded looks like a missing one; a refusal with a reason, such as 503, is shown as such.
    const found = await readPost(ctx, params.slug).catch((error: unknown) => {
      if (error instanceof AppError) throw error
      ctx.log.error({ error }, 'blog.post_failed')
      return undefined
    })
    if (!found) return data(null, { status: found === null ? 404 : 500 })
    if (found.post.slug !== params.slug) throw redirect(`/blog/${found.post.slug}`, 301)
    return data(found)
  })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { metaTitle, notFound } = textsFor(matches, blogTexts)
  if (!loaderData)
    return pageMeta({
      matches,
      title: notFound.title,
      description: notFound.text,
      path: '/blog',
      index: false,
    })
  const { post } = loaderData
  return pageMeta({
    matches,
    title: post.title,
    description: post.excerpt || post.title,
    path: `/blog/${post.slug}`,
    article: {
      publishedAt: post.publishedAt,
      updatedAt: post.updatedAt,
      tags: post.tags.map(({ name }) => name),
    },
    jsonLd: (site) => postStructuredData(post, site, metaTitle),
  })
}

export default function BlogPostRoute({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  const texts = useTexts(blogTexts)
  if (!loaderData) return <PostNotFound />
  const { post, older, newer, related } = loaderData
  const headings = listedHeadings(post.outline, post.words)
  return (
    <div className="theme-auto container-page py-12 md:py-20">
      <a
        href="/blog"
        className="inline-flex items-center gap-1.5 py-1 text-secondary no-underline hover:text-primary"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {texts.post.back}
      </a>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-16 lg:grid-cols-[minmax(0,44rem)_15rem] lg:justify-between">
        <div className="mx-auto w-full max-w-[44rem] lg:mx-0">
          {headings.length > 0 ? <PostOutline headings={headings} folded /> : null}
          <PostArticle
            {...post}
            dateTime={new Date(post.publishedAt).toISOString()}
            minutes={readingMinutes(post.words)}
            copyright={{ year: site.year, siteName: site.siteName }}
          />
          <ShareLinks url={`${site.publicUrl}/blog/${post.slug}`} title={post.title} />
          <PostAround older={older} newer={newer} />
        </div>
        {headings.length > 0 ? (
          <div className="hidden lg:block">
            <PostOutline headings={headings} folded={false} />
          </div>
        ) : null}
      </div>
      {related.length > 0 ? (
        <section aria-labelledby="related-posts" className="mt-20 border-t border-line pt-14">
          <h2 id="related-posts" className="mb-8 text-title">
            {texts.post.related}
          </h2>
          <PostGrid posts={related} level="h3" />
        </section>
      ) : null}
    </div>
  )
}

/** What stands there for a post that is missing or cannot be loaded. */
function PostNotFound() {
  const { notFound } = useTexts(blogTexts)
  return (
    <div className="theme-auto container-page grid min-h-[70dvh] content-center justify-items-start py-24">
      <h1 className="text-hero font-bold">{notFound.title}</h1>
      <p className="mt-5 text-lead text-secondary">{notFound.text}</p>
      <a href="/blog" className={buttonClass({ tone: 'solid', size: 'lg', className: 'mt-9' })}>
        {notFound.back}
      </a>
    </div>
  )
}
