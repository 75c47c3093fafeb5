import { ArrowLeft, ArrowRight } from '#app/ui/icons.tsx'
import { useMessages } from '#app/ui/locale.tsx'

import { blogMessages } from '../blog-messages.ts'
import type { PostLink } from '../list-neighbour-posts.server.ts'

const linkClass =
  'block h-full rounded-lg border border-line bg-raised p-5 no-underline transition-colors hover:border-line-strong'

/** The posts before and after in time. */
export function PostAround({ older, newer }: { older: PostLink | null; newer: PostLink | null }) {
  const { post } = useMessages(blogMessages)
  if (!older && !newer) return null
  return (
    <nav aria-label={post.around} className="mt-12 grid gap-4 sm:grid-cols-2">
      {older ? (
        <a href={`/blog/${older.slug}`} rel="prev" className={linkClass}>
          <span className="flex items-center gap-1.5 text-sm text-muted">
            <ArrowLeft aria-hidden className="size-4" />
            {post.older}
          </span>
          <span className="mt-1.5 block font-medium">
            <bdi>{older.title}</bdi>
          </span>
        </a>
      ) : (
        <span className="hidden sm:block" />
      )}
      {newer ? (
        <a href={`/blog/${newer.slug}`} rel="next" className={`${linkClass} sm:text-right`}>
          <span className="flex items-center gap-1.5 text-sm text-muted sm:justify-end">
            {post.newer}
            <ArrowRight aria-hidden className="size-4" />
          </span>
          <span className="mt-1.5 block font-medium">
            <bdi>{newer.title}</bdi>
          </span>
        </a>
      ) : null}
    </nav>
  )
}
