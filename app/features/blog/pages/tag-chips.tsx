import { cx } from '#app/lib/class-names.ts'
import { useMessages } from '#app/ui/locale.tsx'

import { blogMessages } from '../blog-messages.ts'
import type { TagLink } from '../list-published-posts.server.ts'

/** Above a card's own link, so that a tag can be pressed. */
export function TagChips({ tags, className }: { tags: readonly TagLink[]; className?: string }) {
  const { post } = useMessages(blogMessages)
  if (tags.length === 0) return null
  return (
    <ul
      aria-label={post.tags}
      className={cx('relative z-10 flex flex-wrap gap-2 justify-self-start', className)}
    >
      {tags.map(({ name, path }) => (
        <li key={path}>
          <a
            href={path}
            className="block rounded-full border border-line-strong px-3 py-0.5 text-sm text-secondary no-underline transition-colors hover:border-accent hover:text-primary"
          >
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}
