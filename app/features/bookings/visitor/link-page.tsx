import type { ReactNode } from 'react'
import { data } from 'react-router'

import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { useTexts } from '#app/ui/locale.tsx'
import { type Matches, pageMeta } from '#app/ui/page-meta.ts'
import { textsFor } from '#app/ui/use-site.ts'

import type { BookingsMessages } from '../messages.en.ts'
import { bookingsTexts } from '../messages.ts'

export const linkHandle: PageHandle = { unshared: true }

/** Prevents caching and indexing of pages with a secret URL. */
export function unkept<Data>(value: Data) {
  return data(value, {
    headers: { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' },
  })
}

type Title = keyof BookingsMessages['manage'] & `${string}itle`

export function linkMeta(matches: Matches, title: Title) {
  const { manage } = textsFor(matches, bookingsTexts)
  // The URL is secret, so links must not send it to other sites; `no-referrer` would remove the origin from form posts.
  const secret = { name: 'referrer', content: 'same-origin' }
  const page = { title: manage[title], description: manage.title, path: '/book', matches, index: false }
  return [...pageMeta(page), secret]
}

type LinkPageProps = {
  title: string
  booking: { name: string; at: string; location: string }
  children?: ReactNode
}

export function LinkPage({ title, booking, children }: LinkPageProps) {
  const { manage } = useTexts(bookingsTexts)
  return (
    <div className="container-page grid min-h-[60dvh] content-center justify-items-start gap-8 py-24">
      <h1 className="text-hero font-bold">{title}</h1>
      <dl className="grid gap-4 text-lead">
        <div>
          <dt className="text-sm text-muted">{booking.name}</dt>
          <dd>{booking.at}</dd>
        </div>
        {booking.location ? (
          <div>
            <dt className="text-sm text-muted">{manage.where}</dt>
            <dd>{booking.location}</dd>
          </div>
        ) : null}
      </dl>
      {children}
    </div>
  )
}
