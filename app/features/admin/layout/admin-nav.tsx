import { Link, useLocation } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { may, mayChange, type Permission, type Role } from '#app/platform/permissions.ts'
import {
  BookOpenText,
  Bot,
  CalendarCheck,
  ChartNoAxesCombined,
  FileCheck2,
  Globe,
  Inbox,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Mailbox,
  Menu,
  MessagesSquare,
  Newspaper,
  Settings,
  UserRoundPlus,
  Users,
} from '#app/ui/icons.tsx'

type Tab = { path: string; name: string; icon: LucideIcon; read: Permission; begins?: true }

/** `begins` adds space above a tab. */
const tabs: readonly Tab[] = [
  { path: '/admin', name: 'Today', icon: ListChecks, read: 'account.read' },
  { path: '/admin/leads', name: 'Leads', icon: Inbox, read: 'leads.read' },
  { path: '/admin/people', name: 'People', icon: Users, read: 'leads.read' },
  { path: '/admin/conversations', name: 'Conversations', icon: MessagesSquare, read: 'conversations.read' },
  { path: '/admin/bookings', name: 'Bookings', icon: CalendarCheck, read: 'bookings.read' },
  { path: '/admin/outbox', name: 'Outbox', icon: Mailbox, read: 'mail.read' },
  { path: '/admin/pages', name: 'Pages', icon: Globe, read: 'content.read', begins: true },
  { path: '/admin/blog', name: 'Quick Blog', icon: Newspaper, read: 'content.read' },
  { path: '/admin/analytics', name: 'Analytics', icon: ChartNoAxesCombined, read: 'analytics.read' },
  {
    path: '/admin/knowledge',
    name: 'Knowledge Base',
    icon: BookOpenText,
    read: 'knowledge.read',
    begins: true,
  },
  { path: '/admin/chatbot', name: 'Chatbot Settings', icon: Bot, read: 'knowledge.read' },
  { path: '/admin/quality', name: 'Quality', icon: FileCheck2, read: 'knowledge.read' },
  { path: '/admin/api', name: 'API Configuration', icon: KeyRound, read: 'settings.read' },
  { path: '/admin/settings', name: 'Settings', icon: Settings, read: 'settings.read', begins: true },
  { path: '/admin/team', name: 'Team', icon: UserRoundPlus, read: 'team.read' },
]

const onPhones = [
  { path: '/admin', name: 'Today', icon: ListChecks },
  { path: '/admin/leads', name: 'Leads', icon: Inbox },
  { path: '/admin/conversations', name: 'Chats', icon: MessagesSquare },
]

const MENU = 'admin-menu'

/** Paths of other pages for which a tab is shown as current. */
const pathsBeside: Readonly<Record<string, RegExp>> = {
  '/admin/pages': /^\/admin\/(?:services|menus|brand|facts|wording|checklist|transfer)(?:\/|$)/,
  '/admin/leads': /^\/admin\/unfiled(?:\/|$)/,
}

function useIsCurrent(): (path: string) => boolean {
  const { pathname } = useLocation()
  return (path) => {
    if (path === '/admin') return /^\/admin\/?$/.test(pathname)
    const beside = pathsBeside[path]
    return `${pathname}/`.startsWith(`${path}/`) || (beside !== undefined && beside.test(pathname))
  }
}

/** Returns whether a role may change what the open page shows. On Today, where items have their own permissions, it is true. */
export function useMayChangePage(role: Role): boolean {
  const isCurrent = useIsCurrent()
  const tab = tabs.find(({ path }) => isCurrent(path))
  return tab === undefined || mayChange(role, tab.read)
}

type AdminNavProps = {
  role: Role
  /** Number of permanently rejected mails. */
  refused: number
}

/** A column on wide screens; on narrow ones a sheet that 'More' opens, also without JavaScript. */
export function AdminNav({ role, refused }: AdminNavProps) {
  const isCurrent = useIsCurrent()
  return (
    <nav id={MENU} popover="auto" aria-label="Admin" className="admin-menu">
      <ul className="flex flex-col gap-0.5">
        {tabs
          .filter(({ read }) => may(role, read))
          .map(({ path, name, icon: Icon, begins }) => (
            <li key={path} className={cx(begins && 'mt-3')}>
              <Link
                to={path}
                prefetch="intent"
                aria-current={isCurrent(path) ? 'page' : undefined}
                onClick={() => document.getElementById(MENU)?.hidePopover()}
                className={cx(
                  'flex items-center gap-2.5 rounded-md px-3 py-2 whitespace-nowrap no-underline transition-colors',
                  isCurrent(path)
                    ? 'bg-overlay text-primary'
                    : 'text-secondary hover:bg-overlay hover:text-primary',
                )}
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {name}
                {path === '/admin/outbox' && refused > 0 ? <Count of={refused} what="refused" /> : null}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Count({ of, what }: { of: number; what: string }) {
  return (
    <span className="ml-auto rounded-full bg-danger/15 px-2 text-xs leading-5 font-medium text-danger tabular-nums">
      {of.toLocaleString('en-US')}
      <span className="sr-only"> {what}</span>
    </span>
  )
}

/** The bottom bar of phones, with the most used pages. */
export function PhoneBar({ role }: { role: Role }) {
  const isCurrent = useIsCurrent()
  const shown = onPhones.filter(({ path }) => {
    const tab = tabs.find((each) => each.path === path)
    return tab !== undefined && may(role, tab.read)
  })
  const item = 'grid flex-1 justify-items-center gap-0.5 py-2 text-xs no-underline'
  return (
    // As a popover it stays hidden until the style sheet, which knows the screen's width, has loaded.
    <nav
      popover="manual"
      aria-label="Shortcuts"
      className="fixed inset-x-0 top-auto bottom-0 z-40 flex w-full border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {shown.map(({ path, name, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          aria-current={isCurrent(path) ? 'page' : undefined}
          className={cx(item, isCurrent(path) ? 'text-accent' : 'text-secondary')}
        >
          <Icon aria-hidden className="size-5" />
          {name}
        </Link>
      ))}
      <button type="button" popoverTarget={MENU} className={cx(item, 'text-secondary')}>
        <Menu aria-hidden className="size-5" />
        More
      </button>
    </nav>
  )
}
