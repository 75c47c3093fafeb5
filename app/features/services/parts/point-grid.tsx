import { cx } from '#app/lib/class-names.ts'
import type { LucideIcon } from '#app/ui/icons.tsx'

export type Point = { title: string; text: string }

type PointGridProps = { points: readonly Point[]; icons?: readonly LucideIcon[]; columns?: 2 | 3 }

/** Benefits, features or reasons: a line above each, a word and a sentence. */
export function PointGrid({ points, icons, columns = 3 }: PointGridProps) {
  return (
    <ul className={cx('grid gap-x-10 gap-y-10 sm:grid-cols-2', columns === 3 && 'lg:grid-cols-3')}>
      {points.map(({ title, text }, index) => {
        const Icon = icons?.[index]
        return (
          <li key={title} className="border-t border-line-strong pt-6">
            {Icon ? <Icon aria-hidden className="mb-5 size-6 text-accent" /> : null}
            <h3 className="text-heading">{title}</h3>
            <p className="mt-2 text-secondary">{text}</p>
          </li>
        )
      })}
    </ul>
  )
}
