import { Link, useLocation } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { may, mayChange, type Role } from '#app/platform/permissions.ts'
import { Menu } from '#app/ui/icons.tsx'

import { adminTabs, MOST_WAITING, tabGroups, type Waiting } from './admin-tabs.ts'

const MENU = 'admin-menu'

function useIsCurrent(): (path: string) => boolean {
  const { pathname } = useLocation()
  return (path) => {
    if (path === '/admin') return /^\/admin\/?$/.test(pathname)
    const beside = adminTabs.find((tab) => tab.path === path)?.beside
    return `${pathname}/`.startsWith(`${path}/`) || (beside !== undefined && beside.test(pathname))
  }
}

/** Returns whether a role may change what the open page shows. On Today, where items have their own permissions, it is true. */
export function useMayChangePage(role: Role): boolean {
  const isCurrent = useIsCurrent()
  const tab = adminTabs.find(({ path }) => isCurrent(path))
  return tab === undefined || mayChange(role, tab.read)
}

type AdminNavProps = { role: Role; waiting: Waiting; isNarrow: boolean }

/** A column on wide screens; on narrow ones a sheet that 'More' opens, also without JavaScript. */
export function AdminNav({ role, waiting, isNarrow }: AdminNavProps) {
  const isCurrent = useIsCurrent()
  return (
    <nav id={MENU} popover="auto" aria-label="Admin" className="admin-menu">
      {tabGroups.map((group) => {
        const tabs = adminTabs.filter((tab) => tab.group === group && may(role, tab.read))
        if (tabs.length === 0) return null
        return (
          <div key={group} role="group" aria-label={group} className="not-first:mt-2.5">
            <p aria-hidden className="frame-word px-3 pb-0.5 text-xs text-muted">
              {group}
            </p>
            <ul className="grid gap-px">
              {tabs.map(({ path, name, icon: Icon, waits }) => (
                <li key={path}>
                  <Link
                    to={path}
                    prefetch="intent"
                    title={isNarrow ? name : undefined}
                    aria-label={waits === 'refusedMails' ? undefined : name}
                    aria-describedby={waits && waiting[waits] > 0 ? waits : undefined}
                    aria-current={isCurrent(path) ? 'page' : undefined}
                    onClick={() => document.getElementById(MENU)?.hidePopover()}
                    className={cx(
                      'frame-item relative flex items-center gap-2.5 rounded-md px-3 py-2 whitespace-nowrap no-underline lg:py-1',
                      isCurrent(path)
                        ? 'bg-overlay text-primary'
                        : 'text-secondary hover:bg-overlay hover:text-primary',
                    )}
                  >
                    <Icon aria-hidden className="size-4 shrink-0" />
                    <span className="frame-word">{name}</span>
                    {waits && waiting[waits] > 0 ? <Count of={waiting[waits]} what={waits} /> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

const waitingWords: Readonly<Record<keyof Waiting, string>> = {
  newLeads: 'new',
  waitingChats: 'waiting',
  refusedMails: 'refused',
}

function Count({ of, what }: { of: number; what: keyof Waiting }) {
  return (
    <span
      id={what}
      className={cx(
        'frame-count ml-auto rounded-full px-2 text-xs leading-5 font-medium tabular-nums',
        what === 'refusedMails' ? 'bg-danger/15 text-danger' : 'bg-overlay text-secondary',
      )}
    >
      {of > MOST_WAITING ? `${MOST_WAITING}+` : of}
      <span className="sr-only"> {waitingWords[what]}</span>
    </span>
  )
}

/** The bottom bar of phones, with the most used pages. */
export function PhoneBar({ role }: { role: Role }) {
  const isCurrent = useIsCurrent()
  const shown = adminTabs.filter(({ onPhones, read }) => onPhones !== undefined && may(role, read))
  const item = 'grid flex-1 justify-items-center gap-0.5 py-2 text-xs no-underline'
  return (
    // As a popover it stays hidden until the style sheet, which knows the screen's width, has loaded.
    <nav
      popover="manual"
      aria-label="Shortcuts"
      className="fixed inset-x-0 top-auto bottom-0 z-40 flex w-full border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {shown.map(({ path, onPhones, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          aria-current={isCurrent(path) ? 'page' : undefined}
          className={cx(item, isCurrent(path) ? 'text-accent' : 'text-secondary')}
        >
          <Icon aria-hidden className="size-5" />
          {onPhones}
        </Link>
      ))}
      <button type="button" popoverTarget={MENU} className={cx(item, 'text-secondary')}>
        <Menu aria-hidden className="size-5" />
        More
      </button>
    </nav>
  )
}
