import { cx } from '#app/lib/class-names.ts'
import { type Brand, BrandIcon } from '#app/ui/brand-icon.tsx'
import { ArrowLeft, ArrowRight, Mail } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { blogTexts } from '../blog-messages.ts'
import type { OutlineEntry } from '../content/html-transforms.server.ts'
import type { PostLink } from '../list-neighbour-posts.server.ts'
import { spokenIn } from '../post-languages.ts'

const SHORTEST = { words: 400, headings: 3 }

/** Longer lists are of no use to readers, and thousands of entries would take longer to render than the post. */
const LONGEST = 100

/** Returns the headings for a long post's table of contents: levels 2 and 3, or only 2 if there are too many. */
export function listedHeadings(outline: readonly OutlineEntry[], words: number): OutlineEntry[] {
  if (words < SHORTEST.words) return []
  const fitting = [3, 2]
    .map((deepest) => outline.filter(({ level }) => level <= deepest))
    .find((listed) => listed.length <= LONGEST)
  return fitting && fitting.length >= SHORTEST.headings ? fitting : []
}

type PostOutlineProps = { headings: readonly OutlineEntry[]; language: string | null; folded: boolean }

/** The table of contents: beside the text on wide screens, collapsed above it on narrow ones. */
export function PostOutline({ headings, language, folded }: PostOutlineProps) {
  const { post } = useTexts(blogTexts)
  const list = (
    <ul {...spokenIn(language)} className="grid gap-1 border-s border-line text-sm">
      {headings.map(({ id, text, level }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={cx(
              'block py-1.5 pe-2 text-secondary no-underline hover:text-primary',
              level > 2 ? 'ps-9' : 'ps-5',
            )}
          >
            <bdi>{text}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
  return folded ? (
    <details className="on-screen mb-10 rounded-lg border border-line bg-raised px-5 py-3 lg:hidden">
      <summary className="py-1 font-medium">{post.contents}</summary>
      <div className="pt-2 pb-3">{list}</div>
    </details>
  ) : (
    <nav aria-label={post.contents} className="sticky top-28 max-h-[calc(100dvh-9rem)] overflow-y-auto">
      <p className="mb-3 text-sm font-medium">{post.contents}</p>
      {list}
    </nav>
  )
}

/** Plain links to the networks' share pages: none of their scripts run, and nothing is sent before a click. */
export function ShareLinks({ url, title }: { url: string; title: string }) {
  const { post } = useTexts(blogTexts)
  const [address, text] = [encodeURIComponent(url), encodeURIComponent(title)]
  const links: { brand: Brand; href: string; label: string }[] = [
    {
      brand: 'linkedin',
      href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}`,
      label: post.linkedin,
    },
    { brand: 'whatsapp', href: `https://wa.me/?text=${text}%20${address}`, label: post.whatsapp },
    {
      brand: 'facebook',
      href: `https://www.facebook.com/sharer/sharer.php?u=${address}`,
      label: post.facebook,
    },
    { brand: 'x', href: `https://twitter.com/intent/tweet?text=${text}&url=${address}`, label: post.twitter },
  ]
  const linkClass =
    'grid size-10 place-items-center rounded-full border border-line-strong text-secondary transition-colors hover:text-primary'
  return (
    <section
      aria-labelledby="share-post"
      className="on-screen mt-10 flex flex-wrap items-center justify-between gap-4"
    >
      <h2 id="share-post" className="font-sans font-medium">
        {post.share}
      </h2>
      <ul className="flex gap-2">
        {links.map(({ brand, href, label }) => (
          <li key={brand}>
            <a href={href} target="_blank" rel="noopener noreferrer" aria-label={label} className={linkClass}>
              <BrandIcon brand={brand} />
            </a>
          </li>
        ))}
        <li>
          <a href={`mailto:?subject=${text}&body=${address}`} aria-label={post.email} className={linkClass}>
            <Mail aria-hidden className="size-4" />
          </a>
        </li>
      </ul>
    </section>
  )
}

const neighbourClass =
  'block h-full rounded-lg border border-line bg-raised p-5 no-underline transition-colors hover:border-line-strong'

export function PostAround({ older, newer }: { older: PostLink | null; newer: PostLink | null }) {
  const { post } = useTexts(blogTexts)
  if (!older && !newer) return null
  return (
    <nav aria-label={post.around} className="mt-12 grid gap-4 sm:grid-cols-2">
      {older ? (
        <a href={`/blog/${older.slug}`} rel="prev" className={neighbourClass}>
          <span className="flex items-center gap-1.5 text-sm text-muted">
            <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
            {post.older}
          </span>
          <span className="mt-1.5 block font-medium">
            <bdi {...spokenIn(older.language)}>{older.title}</bdi>
          </span>
        </a>
      ) : (
        <span className="hidden sm:block" />
      )}
      {newer ? (
        <a href={`/blog/${newer.slug}`} rel="next" className={`${neighbourClass} sm:text-right`}>
          <span className="flex items-center gap-1.5 text-sm text-muted sm:justify-end">
            {post.newer}
            <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
          </span>
          <span className="mt-1.5 block font-medium">
            <bdi {...spokenIn(newer.language)}>{newer.title}</bdi>
          </span>
        </a>
      ) : null}
    </nav>
  )
}
