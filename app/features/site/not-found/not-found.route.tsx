import { data } from 'react-router'

import { defaultLocale } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { useMessages } from '#app/ui/locale.tsx'

import { siteMessages } from '../messages.ts'
import { pageMeta } from '../page-meta.ts'

import type { Route } from './+types/not-found.route.ts'

/** The bad path is logged (§2), cut short, for it is the visitor's word. */
export function loader({ request, context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const path = new URL(request.url).pathname.slice(0, 200)
    ctx.log.warn({ path, requestId: context.get(visitContext).requestId }, 'page.not_found')
    return data(null, { status: 404 })
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const { notFound } = siteMessages[defaultLocale]
  return pageMeta({
    title: notFound.title,
    description: notFound.text,
    path: '/',
    site: matches[1]?.loaderData,
    index: false,
  })
}

export default function NotFoundRoute() {
  const { notFound } = useMessages(siteMessages)
  return (
    <div className="container-page grid min-h-[70dvh] content-center justify-items-start py-24">
      <p className="font-display text-2xl text-muted">404</p>
      <h1 className="mt-4 text-hero font-bold">{notFound.title}</h1>
      <p className="mt-5 text-lead text-secondary">{notFound.text}</p>
      <a href="/" className={buttonClass({ tone: 'solid', size: 'lg', className: 'mt-9' })}>
        {notFound.home}
      </a>
    </div>
  )
}
