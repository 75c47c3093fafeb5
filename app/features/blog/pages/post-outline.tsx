import { cx } from '#app/lib/class-names.ts'
import { useMessages } from '#app/ui/locale.tsx'

import { blogMessages } from '../blog-messages.ts'
import type { OutlineEntry } from '../content/finish-tree.server.ts'

const SHORTEST = { words: 400, headings: 3 }

/** More than a reader looks through; thousands would take longer to draw than the post itself. */
const LONGEST = 100

/** The headings that a long post's table of contents lists, the upper alone where all are too many; none for a short post. */
export function listedHeadings(outline: readonly OutlineEntry[], words: number): OutlineEntry[] {
  if (words < SHORTEST.words) return []
  const fitting = [3, 2]
    .map((deepest) => outline.filter(({ level }) => level <= deepest))
    .find((listed) => listed.length <= LONGEST)
  return fitting && fitting.length >= SHORTEST.headings ? fitting : []
}

/** Beside the text where there is room; before it, folded up, where there is not. */
export function PostOutline({ headings, folded }: { headings: readonly OutlineEntry[]; folded: boolean }) {
  const { post } = useMessages(blogMessages)
  const list = (
    <ul className="grid gap-1 border-l border-line text-sm">
      {headings.map(({ id, text, level }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={cx(
              'block py-1.5 pr-2 text-secondary no-underline hover:text-primary',
              level > 2 ? 'pl-9' : 'pl-5',
            )}
          >
            <bdi>{text}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
  return folded ? (
    <details className="mb-10 rounded-lg border border-line bg-raised px-5 py-3 lg:hidden">
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
