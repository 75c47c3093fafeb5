import type { ComponentProps } from 'react'

import { cx } from '#app/lib/class-names.ts'

import { inputClass, useTyped } from './field.tsx'
import { ChevronDown } from './icons.tsx'

/** The browser's own list of choices in our dress: it is what phones and screen readers do best. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  const first = useTyped(props.name, props.defaultValue)
  return (
    <span className="relative block">
      <select
        className={cx(inputClass, 'appearance-none pr-10', className)}
        {...props}
        {...(props.value === undefined && { defaultValue: first })}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
