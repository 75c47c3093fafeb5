import { defaultLocale } from '#app/lib/messages.ts'
import { shareImagePath } from '#app/ui/page-meta.ts'
import type { PublicSite } from '#app/ui/use-site.ts'

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
export function postStructuredData(post: DescribedPost, site: PublicSite, blogTitle: string): object[] {
  const { publicUrl, siteName } = site
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
      inLanguage: post.language ?? defaultLocale,
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
