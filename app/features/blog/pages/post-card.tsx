import { Picture } from '#app/features/images/picture.tsx'
import { cx } from '#app/lib/class-names.ts'
import { fill } from '#app/lib/messages.ts'
import { ArrowRight } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { blogTexts } from '../blog-messages.ts'
import type { PostCard as Card, TagLink } from '../list-published-posts.server.ts'
import { spokenIn } from '../post-languages.ts'

export type DatedCard = Card & { date: string }

/** The whole card links to the post; each tag links to its posts. */
export function PostCard({ post, level }: { post: DatedCard; level: 'h2' | 'h3' }) {
  const { readMore, readMoreOf } = useTexts(blogTexts)
  const path = `/blog/${post.slug}`
  const Title = level
  const spoken = spokenIn(post.language)
  return (
    <li className="post-card relative flex flex-col overflow-hidden rounded-lg border border-line bg-raised transition-colors hover:border-line-strong">
      {post.imageUrl ? (
        <Picture
          src={post.imageUrl}
          alt={post.imageAlt ?? ''}
          sizes="(min-width: 64rem) 24rem, (min-width: 48rem) 50vw, 100vw"
          loading="lazy"
          decoding="async"
          className="aspect-video w-full border-b border-line bg-overlay object-cover"
        />
      ) : null}
      <div className="flex flex-1 flex-col p-6">
        <TagChips tags={post.tags.slice(0, 3)} className="mb-4" />
        <Title {...spoken} className="text-heading">
          <a href={path} className="no-underline after:absolute after:inset-0 after:rounded-lg">
            <bdi dir={spoken.dir}>{post.title}</bdi>
          </a>
        </Title>
        <p className="mt-2 text-sm text-muted">
          <time dateTime={new Date(post.publishedAt).toISOString()}>{post.date}</time>
        </p>
        {post.excerpt ? (
          <p {...spoken} className="mt-4 line-clamp-4 text-secondary">
            <bdi dir={spoken.dir}>{post.excerpt}</bdi>
          </p>
        ) : null}
        <p className="mt-auto pt-6">
          <a
            href={path}
            className="relative inline-flex items-center gap-1.5 py-1 font-medium text-accent no-underline hover:underline hover:underline-offset-4"
          >
            <span aria-hidden>{readMore}</span>
            <span className="sr-only">{fill(readMoreOf, { title: post.title })}</span>
            <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
          </a>
        </p>
      </div>
    </li>
  )
}

export function PostGrid({ posts, level = 'h2' }: { posts: readonly DatedCard[]; level?: 'h2' | 'h3' }) {
  return (
    <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
      {posts.map((post) => (
        <PostCard key={post.slug} post={post} level={level} />
      ))}
    </ul>
  )
}

/** Above the card's link in stacking order, so that tags can be clicked. */
export function TagChips({ tags, className }: { tags: readonly TagLink[]; className?: string }) {
  const { post } = useTexts(blogTexts)
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
