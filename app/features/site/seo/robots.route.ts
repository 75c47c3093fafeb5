import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'

import type { Route } from './+types/robots.route.ts'
import { sharedDocument } from './shared-document.server.ts'

export const handle: PageHandle = { shared: true }

/** Everybody may read everything public, assistants included, because the site should be found. */
export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { publicUrl } = await ctx.site(ctx)
    const lines = [
      'User-agent: *',
      'Allow: /',
      'Disallow: /admin',
      'Disallow: /api/',
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ]
    return sharedDocument(lines.join('\n'), 'text/plain; charset=utf-8')
  })
}
