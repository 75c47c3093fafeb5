import { leadsTexts } from '#app/features/leads/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { CircleCheck } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { pageMeta } from '#app/ui/page-meta.ts'
import { textsFor, useSite } from '#app/ui/use-site.ts'

import type { Route } from './+types/thank-you.route.ts'

/** Without a mail server, no receipt is sent. */
export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ sendsReceipt: (await ctx.mail(ctx)) !== null }))
}

export function meta({ matches }: Route.MetaArgs) {
  const { thanks } = textsFor(matches, leadsTexts)
  return pageMeta({
    title: thanks.title,
    description: thanks.text,
    path: '/contact/thank-you',
    matches,
    index: false,
  })
}

/** Shown after a form was sent without script. */
export default function ThankYouRoute({ loaderData }: Route.ComponentProps) {
  const { thanks } = useTexts(leadsTexts)
  const { bookLabel } = useSite()
  return (
    <div className="container-page grid min-h-[60dvh] content-center justify-items-start py-24">
      <CircleCheck aria-hidden className="size-10 text-success" />
      <h1 className="mt-6 text-hero font-bold">{thanks.title}</h1>
      <p className="mt-5 text-lead text-secondary">
        {thanks.text} {loaderData.sendsReceipt ? thanks.receipt : null}
      </p>
      <div className="mt-9 flex flex-wrap gap-3">
        <a href="/" className={buttonClass({ tone: 'solid', size: 'lg' })}>
          {thanks.home}
        </a>
        <a href="/services" className={buttonClass({ tone: 'outline', size: 'lg' })}>
          {thanks.services}
        </a>
        {bookLabel ? (
          <a href="/book" className={buttonClass({ tone: 'outline', size: 'lg' })}>
            {bookLabel}
          </a>
        ) : null}
      </div>
    </div>
  )
}
