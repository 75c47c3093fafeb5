import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import {
  isRouteErrorResponse,
  Link,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useFetcher,
  useLocation,
  useNavigation,
} from 'react-router'

import { requireOwner } from '#app/features/auth/require-owner.server.ts'
import { SignInAgain } from '#app/features/auth/sign-in-again/sign-in-again.tsx'
import { keepPush, useKeptPush } from '#app/features/notices/push/use-kept-push.ts'
import { markNoticesSeen } from '#app/features/notices/own-notices.server.ts'
import { cx } from '#app/lib/class-names.ts'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { isPrefetch } from '#app/platform/http/is-prefetch.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { buttonClass } from '#app/ui/button.tsx'
import inter from '#app/ui/fonts/inter-basic.woff2?url'
import { MayChangeContext } from '#app/ui/form-fields.tsx'
import { isAhead } from '#app/ui/list-and-detail.ts'
import { iconLinks } from '#app/ui/page-meta.ts'
import { PanelLeft } from '#app/ui/icons.tsx'
import { RowAnswers } from '#app/ui/row-fetcher.tsx'
import { focusContent, Toaster, useActionToast, useUndo } from '#app/ui/toast.tsx'
import { noteLocation } from '#app/ui/came-from.ts'
import { useAwake } from '#app/ui/use-awake.ts'

import type { Route } from './+types/admin-layout.route.ts'
import { Assistant } from '../assistant/assistant.tsx'
import { Palette } from '../palette/palette.tsx'
import { DeletedNotice } from './deleted-notice.tsx'
import { AdminNav, PhoneBar, useMayChangePage } from './admin-nav.tsx'
import styles from './admin.css?url'
import { ListAndDetail } from './list-and-detail.tsx'
import { type FrameChoices, readFrameChoices, rememberFrameChoices } from './frame-choices.ts'
import { MemberMenu } from './member-menu.tsx'
import { readAdminShell } from './read-admin-shell.server.ts'
import { WarningBanners } from './warning-banners.tsx'

export const handle: PageHandle = { app: true }

export const middleware: Route.MiddlewareFunction[] = [requireOwner]

/** Runs on every navigation, so that the guard checks each one. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url)
  return answer(context, async (ctx) => {
    if (!isPrefetch(request)) await markNoticesSeen(ctx, pathname)
    const choices = readFrameChoices(request.headers.get('cookie'))
    return { ...(await readAdminShell(ctx, searchParams)), choices }
  })
}

/** A detail that was loaded ahead opens without a request, and is loaded again at once. */
export function shouldRevalidate({
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && isAhead(nextUrl.pathname) ? false : defaultShouldRevalidate
}

export function links(): Route.LinkDescriptors {
  return [
    { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href: inter },
    { rel: 'stylesheet', href: styles },
    ...iconLinks,
    { rel: 'manifest', href: '/admin/manifest.webmanifest' },
  ]
}

export function meta({ error }: Route.MetaArgs) {
  return [{ title: error ? `${titleOf(error)} · Admin` : 'Admin' }, { name: 'robots', content: 'noindex' }]
}

/** Shows a page's errors inside the admin frame, unless the frame's own data could not be loaded. */
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
          : 'This page could not be shown. The error has been logged. Please try again in a moment.'}
      </p>
      <Link to="/admin" reloadDocument className={buttonClass({ tone: 'solid', size: 'md' })}>
        Back to the admin
      </Link>
    </div>
  )
}

function titleOf(error: unknown): string {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 403) return 'Not part of your role'
  return status === 404 ? 'Not found' : 'Something went wrong'
}

export default function AdminLayoutRoute({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame {...loaderData}>
      <Outlet />
    </AdminFrame>
  )
}

type AdminFrameProps = Awaited<ReturnType<typeof readAdminShell>> & {
  choices: FrameChoices
  children: ReactNode
}

function AdminFrame({ children, ...shell }: AdminFrameProps) {
  const isAwake = useAwake()
  useKeptPush()
  const { pathname, search } = useLocation()
  const isFirst = useRef(true)
  useEffect(() => {
    noteLocation({ pathname, search })
    // The clicked element was removed with its page. Pages that set the focus themselves have done so before this.
    if (!isFirst.current && document.activeElement === document.body) focusContent()
    isFirst.current = false
  }, [pathname, search])
  const mayChange = useMayChangePage(shell.role)
  const [choices, setChoices] = useState(shell.choices)
  const { isNarrow, theme } = choices
  const choose = (next: FrameChoices) => {
    setChoices(next)
    rememberFrameChoices(next)
  }
  const nextWidth = isNarrow ? 'Widen the menu' : 'Narrow the menu'
  return (
    <div
      data-state={isAwake ? 'awake' : undefined}
      data-theme={theme}
      data-menu={isNarrow ? 'narrow' : undefined}
      className="min-h-dvh text-[0.95rem] lg:grid lg:grid-cols-[14rem_1fr] lg:data-[menu=narrow]:grid-cols-[3.75rem_1fr]"
    >
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-overlay focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-raised px-5 py-3 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:flex-nowrap lg:items-stretch lg:gap-3 lg:border-r lg:border-b-0 lg:px-2 lg:py-3">
        <div className="flex items-center gap-1">
          <Link to="/" reloadDocument className="frame-word truncate px-3 font-semibold no-underline">
            {shell.siteName}
          </Link>
          <button
            type="button"
            aria-label={nextWidth}
            title={nextWidth}
            onClick={() => choose({ ...choices, isNarrow: !isNarrow })}
            className={buttonClass({
              tone: 'quiet',
              size: 'sm',
              className: 'frame-item ml-auto hidden lg:flex',
            })}
          >
            <PanelLeft aria-hidden className="size-4 shrink-0" />
          </button>
        </div>
        <AdminNav role={shell.role} waiting={shell.waiting} isNarrow={isNarrow} />
        <div className="ml-auto flex items-center gap-1 sm:gap-3 lg:ml-0 lg:grid lg:grid-cols-1 lg:gap-0.5">
          <Palette role={shell.role} />
          <Assistant />
          <MemberMenu
            name={shell.name}
            email={shell.email}
            theme={theme}
            onTheme={(next) => choose({ ...choices, theme: next })}
          />
        </div>
      </header>
      <Main>
        <WarningBanners {...shell} />
        <DeletedNotice deleted={shell.deleted} />
        <p role="note" className="read-only-note max-w-5xl px-5 pt-4 text-sm text-secondary lg:px-8">
          Your role can view this page but cannot change what is dimmed.
        </p>
        <MayChangeContext value={mayChange}>
          <ListAndDetail>{children}</ListAndDetail>
        </MayChangeContext>
      </Main>
      <PhoneBar role={shell.role} />
      <Toaster />
      <UndoForms />
      <RowAnswers />
      <SignInAgain email={shell.email} onSignedIn={keepPush} />
    </div>
  )
}

/** Only this is rendered again while a page loads. */
function Main({ children }: { children: ReactNode }) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <main id="content" tabIndex={-1} aria-busy={isBusy} className="min-w-0 pb-20 outline-none lg:pb-0">
      <div
        className={cx(
          'h-0.5 bg-accent transition-opacity duration-300',
          isBusy ? 'opacity-100' : 'opacity-0',
        )}
      />
      {children}
    </main>
  )
}

/** Submits the 'Undo' of a toast, whatever page is open by then. */
function UndoForms() {
  const { submit, data } = useFetcher<FormAnswer>()
  useActionToast(data)
  useUndo(
    useCallback(({ action, fields }) => void submit({ ...fields }, { method: 'post', action }), [submit]),
  )
  return null
}
