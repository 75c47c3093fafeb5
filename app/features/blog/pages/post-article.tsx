import { Children, type ReactNode } from 'react'

import { Picture } from '#app/features/images/picture.tsx'
import { fill, fillCount } from '#app/lib/messages.ts'
import { directionOf } from '#app/lib/languages.ts'
import { useLocale, useTexts } from '#app/ui/locale.tsx'

import { blogTexts } from '../blog-messages.ts'
import type { TagLink } from '../list-published-posts.server.ts'
import { spokenIn } from '../post-languages.ts'

import { TagChips } from './post-card.tsx'

export type ArticleProps = {
  title: string
  date: string
  dateTime?: string
  minutes: number
  imageUrl: string | null
  imageAlt: string | null
  tags: readonly TagLink[]
  language: string | null
  author: string | null
  /** Null unless the post was changed long after its publication. */
  updated: { date: string; at: string } | null
  /** Sanitized by `renderContent`. */
  html: string
  copyright: { year: number; siteName: string }
}

export function PostArticle({
  title,
  date,
  dateTime,
  minutes,
  imageUrl,
  imageAlt,
  tags,
  language,
  author,
  updated,
  html,
  copyright,
}: ArticleProps) {
  const { post } = useTexts(blogTexts)
  const locale = useLocale()
  // These lines are in the site's language even if the post is not.
  const site = language === null ? {} : { lang: locale, dir: directionOf(locale) }
  return (
    <article {...spokenIn(language)}>
      <TagChips tags={tags} className="mb-6" />
      <h1 className="text-title font-bold">
        <bdi {...spokenIn(language)}>{title}</bdi>
      </h1>
      <DottedLine>
        {author ? <span {...site}>{fill(post.by, { author })}</span> : null}
        <time {...site} dateTime={dateTime}>
          {fill(post.publishedOn, { date })}
        </time>
        {updated ? (
          <time {...site} dateTime={updated.at}>
            {fill(post.updatedOn, { date: updated.date })}
          </time>
        ) : null}
        <span {...site}>{fillCount(post.minutes, minutes, { locale })}</span>
      </DottedLine>
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
      <p className="mt-14 border-t border-line pt-6 text-sm text-muted">
        <span {...site}>{fill(post.copyright, copyright)}</span>
      </p>
    </article>
  )
}

/** Separates parts by dots; the dot at the start of a line is clipped. */
function DottedLine({ children }: { children: ReactNode }) {
  return (
    <p className="mt-5 overflow-hidden text-muted">
      <span className="-ms-6 flex flex-wrap">
        {Children.toArray(children).map((part, index) => (
          <span key={index}>
            <span aria-hidden className="inline-block w-6 text-center">
              ·
            </span>
            {part}
          </span>
        ))}
      </span>
    </p>
  )
}
