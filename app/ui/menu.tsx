import type { ComponentProps, ReactNode } from 'react'

import { ChevronDown, type LucideIcon } from './icons.tsx'

type MenuProps = { label: string; icon?: LucideIcon; className?: string; children: ReactNode }

/** A disclosure, which also works without JavaScript. Its parent has `position: relative`. */
export function Menu({ label, icon: Icon = ChevronDown, className, children }: MenuProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it closes when one leaves it
    <details
      className={className}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.currentTarget.open = false
        event.currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary
        aria-label={label}
        className="grid size-7 cursor-pointer list-none place-items-center rounded-md text-secondary hover:text-primary"
      >
        <Icon aria-hidden className="size-4" />
      </summary>
      <div className="absolute end-0 z-20 mt-1 grid min-w-36 rounded-md border border-line-strong bg-overlay p-1 shadow-float">
        {children}
      </div>
    </details>
  )
}

export function MenuButton(props: ComponentProps<'button'>) {
  return (
    <button
      {...props}
      type="submit"
      className="rounded-sm px-3 py-2 text-start text-sm text-secondary hover:bg-raised hover:text-primary"
    />
  )
}
