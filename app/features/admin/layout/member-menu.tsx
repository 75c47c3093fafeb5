import { Form, NavLink } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { ChevronDown, CircleUser, LogOut } from '#app/ui/icons.tsx'

import { type Theme, themes } from './frame-choices.ts'

type MemberMenuProps = {
  name: string
  email: string
  theme: Theme
  onTheme: (theme: Theme) => void
}

const themeNames: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' }

/** What belongs to the member alone. It can be folded; on phones it is a row of buttons. */
export function MemberMenu({ name, email, theme, onTheme }: MemberMenuProps) {
  const shown = name || email
  return (
    <details open className="group/member min-w-0">
      <summary
        title={email}
        className="frame-item hidden min-w-0 cursor-pointer list-none items-center gap-2.5 rounded-md px-3 py-1 text-sm hover:bg-overlay lg:flex"
      >
        <span
          aria-hidden
          className="-ml-1 grid size-6 shrink-0 place-items-center rounded-full bg-overlay text-xs font-semibold uppercase"
        >
          {shown.slice(0, 1)}
        </span>
        <span className="frame-word truncate">{shown}</span>
        <ChevronDown
          aria-hidden
          className="frame-word ml-auto size-4 shrink-0 text-muted group-open/member:rotate-180"
        />
      </summary>
      <div className="flex items-center gap-1 lg:grid lg:grid-cols-1 lg:gap-0.5">
        <NavLink
          to="/admin/account"
          prefetch="intent"
          className={buttonClass({ tone: 'quiet', size: 'sm', className: 'frame-item' })}
        >
          <CircleUser aria-hidden className="size-4 shrink-0" />
          <span className="sr-only sm:not-sr-only frame-word">Account</span>
        </NavLink>
        <Form method="post" action="/admin/logout" reloadDocument>
          <Button type="submit" tone="quiet" size="sm" className="frame-item lg:w-full">
            <LogOut aria-hidden className="size-4 shrink-0" />
            <span className="frame-word">Logout</span>
          </Button>
        </Form>
        <fieldset className="frame-wide hidden px-2 pt-1 lg:flex">
          <legend className="sr-only">Appearance</legend>
          {themes.map((each) => (
            <label
              key={each}
              className={cx(
                'relative flex-1 rounded-md py-1 text-center text-xs has-focus-visible:outline-2',
                each === theme ? 'bg-overlay text-primary' : 'text-muted hover:text-primary',
              )}
            >
              <input
                type="radio"
                name="theme"
                value={each}
                checked={each === theme}
                onChange={() => onTheme(each)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              {themeNames[each]}
            </label>
          ))}
        </fieldset>
      </div>
    </details>
  )
}
