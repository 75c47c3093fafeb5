import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'

import type { Route } from './+types/robots.route.ts'
import { sharedDocument } from './shared-document.server.ts'

export const handle: PageHandle = { shared: true }

/** All may read all that is public, assistants too: being found is what the site is for. */
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
