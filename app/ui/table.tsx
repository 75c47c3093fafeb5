import type { ComponentProps, ReactNode } from 'react'

import { cx } from '#app/lib/class-names.ts'

export function Table({
  caption,
  head,
  children,
}: {
  caption: string
  head: ReactNode
  children: ReactNode
}) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised">
      <table className="w-full table-fixed text-left">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-xs text-muted">
          <tr>{head}</tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  )
}

export function HeadCell({ className, ...props }: ComponentProps<'th'>) {
  return <th scope="col" className={cx('px-4 py-2 font-medium', className)} {...props} />
}

/** The row's link covers the whole row (`after:absolute after:inset-0`). */
export function LinkRow(props: ComponentProps<'tr'>) {
  return <tr className="relative h-11 transition-colors hover:bg-overlay" {...props} />
}

export function Cell({ className, ...props }: ComponentProps<'td'>) {
  return <td className={cx('px-4 py-1.5', className)} {...props} />
}
