import type { ReactNode } from 'react'

import { buttonClass } from '#app/ui/button.tsx'
import { Rss, Search } from '#app/ui/icons.tsx'
import { useMessages } from '#app/ui/locale.tsx'

import { blogMessages } from '../blog-messages.ts'

type BlogHeadProps = {
  title: ReactNode
  text?: string
  /** What was searched for. */
  q?: string
  /** Where the feed of what is listed stands. */
  feed?: string
}

/** The head of every list of posts, with the search, which is a plain form. */
export function BlogHead({ title, text, q = '', feed }: BlogHeadProps) {
  const { search, searchButton, feed: feedName } = useMessages(blogMessages)
  return (
    <div className="flex flex-col gap-8 lg:flex-row lg:items-end lg:justify-between">
      <div className="max-w-2xl">
        <h1 className="text-hero font-bold">{title}</h1>
        {text ? <p className="mt-5 text-lead text-secondary">{text}</p> : null}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <form action="/blog/search" role="search" className="relative min-w-64 flex-1 lg:w-72">
          <Search aria-hidden className="absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted" />
          <input
            type="search"
            name="q"
            aria-label={search}
            placeholder={search}
            defaultValue={q}
            maxLength={200}
            required
            className="input pr-24 pl-10"
          />
          <button
            type="submit"
            className={buttonClass({
              tone: 'quiet',
              size: 'sm',
              className: 'absolute inset-y-0 right-1.5 my-auto',
            })}
          >
            {searchButton}
          </button>
        </form>
        {feed ? (
          <a href={feed} className={buttonClass({ tone: 'outline', size: 'md' })}>
            <Rss aria-hidden className="size-4" />
            {feedName}
          </a>
        ) : null}
      </div>
    </div>
  )
}
