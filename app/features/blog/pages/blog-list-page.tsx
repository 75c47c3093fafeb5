import type { ReactNode } from 'react'

import { fill } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { ArrowLeft, ArrowRight, Rss, Search } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { blogTexts } from '../blog-messages.ts'

import { type DatedCard, PostGrid } from './post-card.tsx'

type BlogListPageProps = BlogHeadProps & {
  /** True if the page lists only some posts and links back to the full list. */
  isPart?: boolean
  children: ReactNode
}

export function BlogListPage({ isPart, children, ...head }: BlogListPageProps) {
  const { allPosts } = useTexts(blogTexts)
  return (
    <div className="container-page min-h-[70vh] py-16 md:py-24">
      {isPart ? (
        <a
          href="/blog"
          className="mb-8 inline-flex items-center gap-1.5 py-1 text-secondary no-underline hover:text-primary"
        >
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          {allPosts}
        </a>
      ) : null}
      <BlogHead {...head} />
      {children}
    </div>
  )
}

type BlogHeadProps = {
  title: ReactNode
  text?: string
  q?: string
  feed?: string
}

function BlogHead({ title, text, q, feed }: BlogHeadProps) {
  const { search, searchButton, feed: feedName } = useTexts(blogTexts)
  return (
    <div className="flex flex-col gap-8 lg:flex-row lg:items-end lg:justify-between">
      <div className="max-w-2xl">
        <h1 className="text-hero font-bold">{title}</h1>
        {text ? <p className="mt-5 text-lead text-secondary">{text}</p> : null}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <form action="/blog/search" role="search" className="relative min-w-64 flex-1 lg:w-72">
          <Search aria-hidden className="absolute top-1/2 inset-s-3.5 size-4 -translate-y-1/2 text-muted" />
          <input
            type="search"
            name="q"
            aria-label={search}
            placeholder={search}
            defaultValue={q}
            maxLength={200}
            required
            className="input pe-24 ps-10"
          />
          <button
            type="submit"
            className={buttonClass({
              tone: 'quiet',
              size: 'sm',
              className: 'absolute inset-y-0 inset-e-1.5 my-auto',
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

type PagedPostsProps = {
  found: { posts: readonly DatedCard[]; page: number; pages: number }
  pathOf: (page: number) => string
}

export function PagedPosts({ found: { posts, page, pages }, pathOf }: PagedPostsProps) {
  return (
    <>
      <PostGrid posts={posts} />
      <BlogPager page={page} pages={pages} pathOf={pathOf} />
    </>
  )
}

type BlogPagerProps = { page: number; pages: number; pathOf: (page: number) => string }

function BlogPager({ page, pages, pathOf }: BlogPagerProps) {
  const texts = useTexts(blogTexts)
  if (pages <= 1) return null
  const step = buttonClass({ tone: 'outline', size: 'md' })
  return (
    <nav
      aria-label={texts.pages}
      className="mt-14 flex items-center justify-between gap-4 border-t border-line pt-8"
    >
      {page > 1 ? (
        <a href={pathOf(page - 1)} rel="prev" className={step}>
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          {texts.newerPage}
        </a>
      ) : (
        <span />
      )}
      <span className="text-sm text-muted tabular-nums">{fill(texts.pageOf, { page, pages })}</span>
      {page < pages ? (
        <a href={pathOf(page + 1)} rel="next" className={step}>
          {texts.olderPage}
          <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
