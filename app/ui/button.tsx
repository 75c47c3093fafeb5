import type { ComponentProps } from 'react'

import { cx } from '#app/lib/class-names.ts'

export type ButtonTone = 'sweep' | 'solid' | 'outline' | 'quiet' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg'
type Look = { tone?: ButtonTone | undefined; size?: ButtonSize | undefined; className?: string | undefined }

export function buttonClass({ tone = 'solid', size = 'md', className }: Look = {}): string {
  return cx('button', `button-${tone}`, `button-${size}`, className)
}

export function Button({
  tone,
  size,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & Look) {
  return (
    // oxlint-disable-next-line react/button-has-type -- the default is a button, never a submit by accident
    <button type={type} className={buttonClass({ tone, size, className })} {...props} />
  )
}
