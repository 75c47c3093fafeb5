import type { ReactNode } from 'react'
import { Form, isRouteErrorResponse, Link, NavLink, Outlet, useLocation, useNavigation } from 'react-router'

import { requireOwner } from '#app/features/auth/require-owner.server.ts'
import { cx } from '#app/lib/class-names.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import inter from '#app/ui/fonts/inter.woff2?url'
import { iconLinks } from '#app/ui/page-meta.ts'
import {
  BookOpenText,
  Bot,
  ChartNoAxesCombined,
  CircleUser,
  FileCheck2,
  Globe,
  Inbox,
  KeyRound,
  LogOut,
  Mailbox,
  MessagesSquare,
  Newspaper,
  Settings,
  Users,
} from '#app/ui/icons.tsx'
import { showInRow } from '#app/ui/show-in-row.ts'
import { Toaster } from '#app/ui/toast.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import type { Route } from './+types/admin-layout.route.ts'
import styles from './admin.css?url'
import { readAdminShell } from './read-admin-shell.server.ts'
import { WarningBanners } from './warning-banners.tsx'

export const handle: PageHandle = { app: true }

export const middleware: Route.MiddlewareFunction[] = [requireOwner]

/** Runs on every navigation, so that each one passes the guard. */
export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readAdminShell)
}

export function links(): Route.LinkDescriptors {
  return [
    { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href: inter },
    { rel: 'stylesheet', href: styles },
    ...iconLinks,
  ]
}

export function meta({ error }: Route.MetaArgs) {
  return [{ title: error ? `${titleOf(error)} · Admin` : 'Admin' }, { name: 'robots', content: 'noindex' }]
}

/** Errors of a page are shown inside the frame, unless the frame's own data could not be read. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (loaderData)
    return (
      <AdminFrame {...loaderData}>
        <PageError error={error} className="min-h-[70dvh]" />
      </AdminFrame>
    )
  return (
    <main className="theme-auto">
      <PageError error={error} className="min-h-dvh" />
    </main>
  )
}

function PageError({ error, className }: { error: unknown; className: string }) {
  const refusal = isRouteErrorResponse(error) ? error : null
  return (
    <div className={cx('grid content-center justify-items-center gap-4 px-5 text-center', className)}>
      <h1 className="text-2xl font-semibold">{titleOf(error)}</h1>
      <p className="max-w-md text-secondary">
        {typeof refusal?.data === 'string' && refusal.status !== 500
          ? refusal.data
          : 'This page could not be shown. It has been logged; please try again in a moment.'}
      </p>
      <Link to="/admin" reloadDocument className={buttonClass({ tone: 'solid', size: 'md' })}>
        Back to the admin
      </Link>
    </div>
  )
}

function titleOf(error: unknown): string {
  return isRouteErrorResponse(error) && error.status === 404 ? 'Not found' : 'Something went wrong'
}

export default function AdminLayoutRoute({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame {...loaderData}>
      <Outlet />
    </AdminFrame>
  )
}

type AdminFrameProps = Awaited<ReturnType<typeof readAdminShell>> & { children: ReactNode }

function AdminFrame({ children, ...shell }: AdminFrameProps) {
  const isBusy = useNavigation().state !== 'idle'
  const isAwake = useAwake()
  return (
    <div
      data-state={isAwake ? 'awake' : undefined}
      className="theme-auto min-h-dvh text-[0.95rem] lg:grid lg:grid-cols-[14rem_1fr]"
    >
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-overlay focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-raised px-5 py-3 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:flex-nowrap lg:items-stretch lg:gap-6 lg:border-r lg:border-b-0 lg:px-3 lg:py-5">
        <Link to="/" reloadDocument className="px-3 font-semibold no-underline">
          {shell.siteName}
        </Link>
        <Tabs refused={shell.failedEmails} />
        <div className="ml-auto flex items-center gap-3 lg:ml-0 lg:grid lg:gap-2">
          <p className="hidden truncate px-3 text-xs text-muted lg:block">{shell.email}</p>
          <NavLink
            to="/admin/account"
            prefetch="intent"
            className={buttonClass({ tone: 'quiet', size: 'sm', className: 'lg:justify-start' })}
          >
            <CircleUser aria-hidden className="size-4" />
            Account
          </NavLink>
          <Form method="post" action="/admin/logout" reloadDocument>
            <Button type="submit" tone="quiet" size="sm" className="lg:w-full lg:justify-start">
              <LogOut aria-hidden className="size-4" />
              Logout
            </Button>
          </Form>
        </div>
      </header>
      <main id="content" tabIndex={-1} aria-busy={isBusy} className="min-w-0 outline-none">
        <div
          className={cx(
            'h-0.5 bg-accent transition-opacity duration-300',
            isBusy ? 'opacity-100' : 'opacity-0',
          )}
        />
        <WarningBanners {...shell} />
        {children}
      </main>
      <Toaster />
    </div>
  )
}

const tabs = [
  { path: '/admin/api', name: 'API Configuration', icon: KeyRound },
  { path: '/admin/chatbot', name: 'Chatbot Settings', icon: Bot },
  { path: '/admin/pages', name: 'Pages', icon: Globe },
  { path: '/admin/blog', name: 'Quick Blog', icon: Newspaper },
  { path: '/admin/knowledge', name: 'Knowledge Base', icon: BookOpenText },
  { path: '/admin/analytics', name: 'Analytics', icon: ChartNoAxesCombined },
  { path: '/admin/leads', name: 'Leads', icon: Inbox },
  { path: '/admin/people', name: 'People', icon: Users },
  { path: '/admin/conversations', name: 'Conversations', icon: MessagesSquare },
  { path: '/admin/quality', name: 'Quality', icon: FileCheck2 },
  { path: '/admin/outbox', name: 'Outbox', icon: Mailbox },
  { path: '/admin/settings', name: 'Settings', icon: Settings },
]

/** Pages about the public site stand under one tab. */
const sitePath = /^\/admin\/(?:services|menus|brand|facts|wording|checklist|transfer)(?:\/|$)/

type TabsProps = {
  /** Mails that were refused for good. */
  refused: number
}

function Tabs({ refused }: TabsProps) {
  const { pathname } = useLocation()
  const isCurrent = (path: string) =>
    `${pathname}/`.startsWith(`${path}/`) || (path === '/admin/pages' && sitePath.test(pathname))
  return (
    <nav aria-label="Admin" className="order-3 -mx-2 w-full overflow-x-auto lg:order-none lg:mx-0 lg:flex-1">
      <ul className="flex gap-1 lg:flex-col">
        {tabs.map(({ path, name, icon: Icon }) => (
          <li key={path}>
            <Link
              ref={isCurrent(path) ? showInRow : undefined}
              to={path}
              prefetch="intent"
              aria-current={isCurrent(path) ? 'page' : undefined}
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
