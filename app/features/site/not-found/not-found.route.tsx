import { data } from 'react-router'

import { defaultLocale } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'

import { siteMessages } from '../messages.ts'
import { pageMeta } from '#app/ui/page-meta.ts'

import type { Route } from './+types/not-found.route.ts'
import { NotFoundContent } from './not-found-content.tsx'

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
    matches,
    index: false,
  })
}

export default NotFoundContent
