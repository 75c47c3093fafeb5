import type { ComponentProps } from 'react'

import { cx } from '#app/lib/class-names.ts'

import { inputClass, useTyped } from './field.tsx'
import { ChevronDown } from './icons.tsx'

export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  const first = useTyped(props.name, props.defaultValue)
  return (
    <span className="relative block">
      <select
        className={cx(inputClass, 'appearance-none pe-10', className)}
        {...props}
        {...(props.value === undefined && { defaultValue: first })}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 inset-e-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
