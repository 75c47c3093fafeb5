import { cx } from '#app/lib/class-names.ts'
import { ArrowLeft } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { type Matches, pageMeta, shareImagePath } from '#app/ui/page-meta.ts'
import { type PublicSite, textsFor, useSite } from '#app/ui/use-site.ts'

import { blogTexts } from '../blog-messages.ts'
import { readingMinutes } from '../content/excerpt.ts'

import { listedHeadings, PostAround, PostOutline, ShareLinks } from './around-post.tsx'
import styles from './blog.css?url'
import { PostArticle } from './post-article.tsx'
import { PostGrid } from './post-card.tsx'
import type { FoundPost } from './read-posts.server.ts'

export const postLinks = [{ rel: 'stylesheet', href: styles }]

export function postMeta(matches: Matches, { post }: FoundPost) {
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
    jsonLd: (site) => postStructuredData(post, site, textsFor(matches, blogTexts).metaTitle),
  })
}

export function PostPage({ post, older, newer, related }: FoundPost) {
  const site = useSite()
  const texts = useTexts(blogTexts)
  const headings = listedHeadings(post.outline, post.words)
  return (
    <div className="container-page py-12 md:py-20">
      <a
        href="/blog"
        className="on-screen inline-flex items-center gap-1.5 py-1 text-secondary no-underline hover:text-primary"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {texts.post.back}
      </a>
      <div
        className={cx(
          'mt-10 grid grid-cols-[minmax(0,1fr)] gap-16',
          headings.length > 0 && 'lg:grid-cols-[minmax(0,44rem)_15rem] lg:justify-between',
        )}
      >
        <div className="mx-auto w-full max-w-[44rem]">
          {headings.length > 0 ? <PostOutline headings={headings} language={post.language} folded /> : null}
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
            <PostOutline headings={headings} language={post.language} folded={false} />
          </div>
        ) : null}
      </div>
      {related.length > 0 ? (
        <section aria-labelledby="related-posts" className="on-screen mt-20 border-t border-line pt-14">
          <h2 id="related-posts" className="mb-8 text-title">
            {texts.post.related}
          </h2>
          <PostGrid posts={related} level="h3" />
        </section>
      ) : null}
    </div>
  )
}

type DescribedPost = {
  slug: string
  title: string
  excerpt: string
  imageUrl: string | null
  tags: readonly { name: string }[]
  publishedAt: number
  updatedAt: number
  words: number
  language: string | null
  author: string | null
}

/** Returns a post and its breadcrumbs for search engines (schema.org BlogPosting and BreadcrumbList). */
function postStructuredData(post: DescribedPost, site: PublicSite, blogTitle: string): object[] {
  const { publicUrl, siteName, language } = site
  const path = `/blog/${post.slug}`
  const organization = {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: siteName,
    url: `${publicUrl}/`,
  }
  const images = [post.imageUrl, shareImagePath(path)].filter((image) => image !== null)
  return [
    {
      '@type': 'BlogPosting',
      '@id': `${publicUrl}${path}#post`,
      mainEntityOfPage: `${publicUrl}${path}`,
      url: `${publicUrl}${path}`,
      headline: post.title,
      description: post.excerpt,
      image: images.map((image) => new URL(image, publicUrl).href),
      datePublished: new Date(post.publishedAt).toISOString(),
      dateModified: new Date(post.updatedAt).toISOString(),
      author: post.author === null ? organization : { '@type': 'Person', name: post.author },
      publisher: organization,
      keywords: post.tags.map(({ name }) => name),
      wordCount: post.words,
      inLanguage: post.language ?? language,
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: blogTitle, item: `${publicUrl}/blog` },
        { '@type': 'ListItem', position: 2, name: post.title, item: `${publicUrl}${path}` },
      ],
    },
  ]
}
