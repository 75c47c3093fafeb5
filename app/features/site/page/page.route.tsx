import { data } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { textsFor } from '#app/ui/use-site.ts'

import { withFigures } from '../figures/page-figures.server.ts'
import { siteTexts } from '../messages.ts'
import { NotFoundContent } from '../not-found/not-found-content.tsx'

import type { Route } from './+types/page.route.ts'
import { contentPageMeta, ContentPageView } from './content-page.tsx'
import { findPage } from './find-page.server.ts'

/** Shows the content page at this path. An unknown path is logged, shortened because visitors can send anything. */
export function loader({ url, context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const page = await findPage(ctx, url)
    if (page) return data(await withFigures(ctx, page))
    const path = url.pathname.slice(0, 200)
    ctx.log.warn({ path, requestId: context.get(visitContext).requestId }, 'page.not_found')
    return data(null, { status: 404 })
  })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (loaderData) return contentPageMeta(matches, loaderData)
  const { title, text } = textsFor(matches, siteTexts).notFound
  return pageMeta({ title, description: text, path: '/', matches, index: false })
}

export default function PageRoute({ loaderData }: Route.ComponentProps) {
  return loaderData ? <ContentPageView page={loaderData} /> : <NotFoundContent />
}
