import { manifestIcons } from '#app/lib/look.ts'
import { answer } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/admin-manifest.route.ts'

/** Makes the admin an installable app. Browsers request it without a session. */
export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { siteName, look } = await ctx.site(ctx)
    const manifest = {
      id: '/admin',
      name: `${siteName} Admin`,
      short_name: siteName,
      start_url: '/admin',
      scope: '/admin',
      display: 'standalone',
      background_color: look.colours.ink,
      theme_color: look.colours.ink,
      icons: manifestIcons(look.icons),
    }
    return Response.json(manifest, {
      headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
    })
  })
}
