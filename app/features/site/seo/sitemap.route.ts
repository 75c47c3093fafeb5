import { builtAt } from '#app/platform/built-at.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'

import type { Route } from './+types/sitemap.route.ts'
import { listPublicPages } from './public-pages.server.ts'
import { sharedDocument } from './shared-document.server.ts'
import { sitemapOf } from './sitemap.ts'

export const handle: PageHandle = { shared: true }

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [pages, { publicUrl }] = await Promise.all([listPublicPages(ctx), ctx.site(ctx)])
    // Pages as delivered have the time of the build, which says nothing about their texts.
    const dated = pages.map(({ path, changedAt }) => ({
      path,
      changedAt: changedAt === builtAt ? null : changedAt,
    }))
    return sharedDocument(sitemapOf(dated, publicUrl), 'application/xml; charset=utf-8')
  })
}
