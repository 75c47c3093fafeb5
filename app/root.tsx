import { use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'

import type { Route } from './+types/root.ts'
import { Document } from './features/site/layout/document.tsx'
import { ErrorContent } from './features/site/layout/error-content.tsx'
import styles from './features/site/layout/public.css?url'
import { pageHandleOf } from './platform/http/page-handle.ts'
import { PageContext } from './ui/page-context.ts'

export function Layout({ children }: { children: React.ReactNode }) {
  const { nonce } = use(PageContext)
  const handles = useMatches().map((match) => pageHandleOf(match.handle))
  const isApp = handles.some((handle) => handle.app)
  const head = (
    <>
      <Meta />
      {/* Linked style sheets need no nonce, and browsers hide the attribute, which would break hydration. */}
      <Links nonce={isApp ? '' : undefined} />
    </>
  )
  if (!isApp) return <Document head={head}>{children}</Document>
  const scripts = handles.some((handle) => handle.still) ? (
    <></>
  ) : (
    <>
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </>
  )
  return (
    <Document head={head} scripts={scripts}>
      {children}
    </Document>
  )
}

export default function Root() {
  return <Outlet />
}

/** Rendered without header and footer, because their data may be what failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <title>Error</title>
      <link rel="stylesheet" href={styles} precedence="default" />
      <main>
        <ErrorContent error={error} />
      </main>
    </>
  )
}
