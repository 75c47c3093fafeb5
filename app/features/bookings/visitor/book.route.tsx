import { fill } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { textsFor } from '#app/ui/use-site.ts'

import { bookingsTexts } from '../messages.ts'
import { findOfferedTypes } from '../types/find-meeting-types.server.ts'
import { type PublicMeeting, toPublicMeeting } from '../types/meeting-type.ts'

import type { Route } from './+types/book.route.ts'
import { BookPage } from './book-page.tsx'
import { readBookPage } from './read-picker.server.ts'

/** The page must not be cached, because free times change by the minute. */
export const handle: PageHandle = { unshared: true }

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const offered = await findOfferedTypes(ctx)
    const types = offered.map(toPublicMeeting)
    const [type] = offered
    if (!type || types.length > 1) return { types, only: null }
    return { types, only: await readBookPage(ctx, type, request) }
  })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { page } = textsFor(matches, bookingsTexts)
  const { title, description } = page
  const index = loaderData !== undefined && loaderData.types.length > 0
  return pageMeta({ title, description, path: '/book', matches, index })
}

export default function BookRoute({ loaderData }: Route.ComponentProps) {
  const { only, types } = loaderData
  return only ? <BookPage {...only} /> : <TypesPage types={types} />
}

function TypesPage({ types }: { types: readonly PublicMeeting[] }) {
  const { page } = useTexts(bookingsTexts)
  return (
    <div className="container-page py-20 md:py-28">
      <h1 className="text-hero font-bold">{page.title}</h1>
      {types.length === 0 ? (
        <>
          <p className="mt-6 text-lead text-secondary">{page.none}</p>
          <a href="/contact" className={buttonClass({ tone: 'solid', size: 'lg', className: 'mt-8' })}>
            {page.contact}
          </a>
        </>
      ) : (
        <>
          <p className="mt-6 text-lead text-secondary">{page.choose}</p>
          <ul className="mt-8 grid gap-4 sm:grid-cols-2">
            {types.map((type) => (
              <li key={type.id}>
                <a
                  href={`/book/${type.slug}`}
                  className="block rounded-lg border border-line-strong p-6 no-underline hover:border-accent"
                >
                  <span className="block text-lead font-semibold">{type.name}</span>
                  <span className="text-secondary">{fill(page.minutes, { minutes: type.length })}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
