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
    return sharedDocument(sitemapOf(pages, publicUrl), 'application/xml; charset=utf-8')
  })
}
