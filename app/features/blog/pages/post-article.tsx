import { Picture } from '#app/features/images/picture.tsx'
import { fill, fillCount } from '#app/lib/messages.ts'
import { useTexts } from '#app/ui/locale.tsx'

import { blogTexts } from '../blog-messages.ts'
import type { TagLink } from '../list-published-posts.server.ts'

import { TagChips } from './post-card.tsx'

export type ArticleProps = {
  title: string
  date: string
  dateTime?: string
  minutes: number
  imageUrl: string | null
  imageAlt: string | null
  tags: readonly TagLink[]
  /** Made by `renderContent`, which makes it safe. */
  html: string
  copyright: { year: number; siteName: string }
}

/** The template of every post: tags, title, date, picture, text and the copyright line. */
export function PostArticle({
  title,
  date,
  dateTime,
  minutes,
  imageUrl,
  imageAlt,
  tags,
  html,
  copyright,
}: ArticleProps) {
  const { post } = useTexts(blogTexts)
  return (
    <article>
      <TagChips tags={tags} className="mb-6" />
      <h1 className="text-title font-bold">
        <bdi>{title}</bdi>
      </h1>
      <p className="mt-5 flex flex-wrap gap-x-3 text-muted">
        <time dateTime={dateTime}>{fill(post.publishedOn, { date })}</time>
        <span aria-hidden>·</span>
        <span>{fillCount(post.minutes, minutes)}</span>
      </p>
      {imageUrl ? (
        <Picture
          src={imageUrl}
          alt={imageAlt ?? ''}
          sizes="(min-width: 48rem) 44rem, 100vw"
          fetchPriority="high"
          className="mt-10 aspect-video w-full rounded-lg border border-line bg-overlay object-cover"
        />
      ) : null}
      <div className="prose mt-10" dangerouslySetInnerHTML={{ __html: html }} />
      <p className="mt-14 border-t border-line pt-6 text-sm text-muted">{fill(post.copyright, copyright)}</p>
    </article>
  )
}
