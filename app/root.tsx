import { use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'

import { PageContext } from './islands/page-context.ts'
import { pageHandleOf } from './platform/http/page-handle.ts'

export function Layout({ children }: { children: React.ReactNode }) {
  const { script, nonce } = use(PageContext)
  const isApp = useMatches().some((match) => pageHandleOf(match.handle).app)
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {isApp ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : (
          <script type="module" src={script} />
        )}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
