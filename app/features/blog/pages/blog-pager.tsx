import { fill } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { ArrowLeft, ArrowRight } from '#app/ui/icons.tsx'
import { useMessages } from '#app/ui/locale.tsx'

import { blogMessages } from '../blog-messages.ts'

type BlogPagerProps = { page: number; pages: number; pathOf: (page: number) => string }

/** Plain links: a list's pages are documents. */
export function BlogPager({ page, pages, pathOf }: BlogPagerProps) {
  const texts = useMessages(blogMessages)
  if (pages <= 1) return null
  const step = buttonClass({ tone: 'outline', size: 'md' })
  return (
    <nav
      aria-label={texts.pages}
      className="mt-14 flex items-center justify-between gap-4 border-t border-line pt-8"
    >
      {page > 1 ? (
        <a href={pathOf(page - 1)} rel="prev" className={step}>
          <ArrowLeft aria-hidden className="size-4" />
          {texts.newerPage}
        </a>
      ) : (
        <span />
      )}
      <span className="text-sm text-muted tabular-nums">{fill(texts.pageOf, { page, pages })}</span>
      {page < pages ? (
        <a href={pathOf(page + 1)} rel="next" className={step}>
          {texts.olderPage}
          <ArrowRight aria-hidden className="size-4" />
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
