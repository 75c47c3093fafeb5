import { use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'

import type { Route } from './+types/root.ts'
import { ErrorContent } from './features/site/layout/error-content.tsx'
import styles from './features/site/layout/public.css?url'
import { defaultLocale } from './lib/messages.ts'
import { pageHandleOf } from './platform/http/page-handle.ts'
import { directionOf } from './ui/locale.tsx'
import { PageContext } from './ui/page-context.ts'

export function Layout({ children }: { children: React.ReactNode }) {
  const { script, scriptImports, nonce } = use(PageContext)
  const isApp = useMatches().some((match) => pageHandleOf(match.handle).app)
  return (
    <html lang={defaultLocale} dir={directionOf(defaultLocale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {/* Linked sheets need no nonce, and the browser hides it from hydration. */}
        <Links nonce={isApp ? '' : undefined} />
      </head>
      <body>
        {children}
        {isApp ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : (
          <>
            {scriptImports?.map((href) => (
              <link key={href} rel="modulepreload" href={href} />
            ))}
            <script type="module" src={script} />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** Shown without header and footer, because their data may be what failed. */
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
