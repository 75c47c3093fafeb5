import type { ComponentProps } from 'react'

import { cx } from '#app/lib/class-names.ts'

export type ButtonTone = 'sweep' | 'solid' | 'outline' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const tones: Record<ButtonTone, string> = {
  sweep: 'sweep-fill font-semibold hover:brightness-110',
  solid: 'bg-accent-fill text-white font-medium hover:brightness-110',
  outline: 'border border-line-strong font-medium hover:bg-overlay',
  quiet: 'text-secondary font-medium hover:bg-overlay hover:text-primary',
  danger: 'border border-danger/50 text-danger font-medium hover:bg-danger/10',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 px-3 text-sm',
  md: 'h-10 px-4 text-[0.95rem]',
  lg: 'h-12 px-6 text-base',
}

/** The look of a button, for links that act as one. */
export function buttonClass(
  options: { tone?: ButtonTone; size?: ButtonSize; className?: string } = {},
): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-full whitespace-nowrap no-underline select-none',
    'transition-[filter,background-color,color,translate] duration-150 ease-out active:translate-y-px',
    'disabled:cursor-not-allowed disabled:opacity-60',
    tones[options.tone ?? 'solid'],
    sizes[options.size ?? 'md'],
    options.className,
  )
}

type ButtonProps = ComponentProps<'button'> & { tone?: ButtonTone; size?: ButtonSize }

export function Button({ tone, size, className, type = 'button', ...props }: ButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- the default above is a button, never a submit by accident
      type={type}
      className={buttonClass({
        ...(tone && { tone }),
        ...(size && { size }),
        ...(className && { className }),
      })}
      {...props}
    />
  )
}
