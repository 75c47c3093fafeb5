import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { CircleCheck } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { textsFor } from '#app/ui/use-site.ts'

import { bookingsTexts } from '../messages.ts'

import type { Route } from './+types/booked.route.ts'
import { readBookedMeeting } from './booked-meeting.server.ts'

export const handle: PageHandle = { unshared: true }

export function loader({ context, request, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { file, ...meeting } = await readBookedMeeting(ctx, { type: params.type, request })
    return { ...meeting, file: file && file.path }
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const { booked } = textsFor(matches, bookingsTexts)
  return pageMeta({ title: booked.title, description: booked.text, path: '/book', matches, index: false })
}

export default function BookedRoute({ loaderData }: Route.ComponentProps) {
  const { booked } = useTexts(bookingsTexts)
  const { name, at, links, file } = loaderData
  return (
    <div className="container-page grid min-h-[60dvh] content-center justify-items-start py-24">
      <CircleCheck aria-hidden className="size-10 text-success" />
      <h1 className="mt-6 text-hero font-bold">{booked.title}</h1>
      {at === null ? null : (
        <p className="mt-5 text-lead">
          {name}: {at}
        </p>
      )}
      <p className="mt-3 text-lead text-secondary">{booked.text}</p>
      {file === null ? null : (
        <section aria-labelledby="add-to-calendar" className="mt-9">
          <h2 id="add-to-calendar" className="text-heading">
            {booked.add}
          </h2>
          <ul className="mt-4 flex flex-wrap gap-3">
            {[...links, { name: booked.file, href: file }].map(({ name: label, href }) => (
              <li key={href}>
                <a href={href} className={buttonClass({ tone: 'outline' })}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <a href="/" className={buttonClass({ tone: 'solid', size: 'lg', className: 'mt-9' })}>
        {booked.home}
      </a>
    </div>
  )
}
