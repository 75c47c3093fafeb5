import { isRouteErrorResponse } from 'react-router'

import inter from '#app/ui/fonts/inter-basic.woff2?url'
import { iconLinks } from '#app/ui/page-meta.ts'

import styles from './shared-assistant.css?url'

export function clientLinks() {
  return [
    { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const, href: inter },
    { rel: 'stylesheet', href: styles },
    ...iconLinks,
  ]
}

export function clientMeta(title: string | undefined, error: unknown) {
  // The address is secret, so links must not send it to other sites.
  const secret = { name: 'referrer', content: 'same-origin' }
  return [{ title: title ?? refusalOf(error) }, { name: 'robots', content: 'noindex' }, secret]
}

/** The error page of a link that has ended or is wrong. */
export function ClientRefusal({ error }: { error: unknown }) {
  return (
    <main className="theme-auto grid min-h-dvh content-center justify-items-center px-5 text-center">
      <h1 className="max-w-xl text-xl font-semibold">{refusalOf(error)}</h1>
    </main>
  )
}

/** The text of an unexpected error is not shown. */
function refusalOf(error: unknown): string {
  return isRouteErrorResponse(error) && error.status < 500 && typeof error.data === 'string'
    ? error.data
    : 'Something went wrong. Please try again in a moment.'
}
