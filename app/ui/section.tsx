import type { ReactNode } from 'react'

import { cx } from '#app/lib/class-names.ts'

type SectionProps = { id?: string; labelledBy?: string; className?: string; children: ReactNode }

export function Section({ id, labelledBy, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={cx('py-20 md:py-32', className)}>
      <div className="container-page">{children}</div>
    </section>
  )
}

type SectionHeadProps = { id: string; title: ReactNode; text?: string; className?: string }

export function SectionHead({ id, title, text, className }: SectionHeadProps) {
  return (
    <div className={cx('max-w-2xl', className)}>
      <h2 id={id} className="text-title">
        {title}
      </h2>
      {text ? <p className="mt-5 text-lead text-secondary">{text}</p> : null}
    </div>
  )
}
