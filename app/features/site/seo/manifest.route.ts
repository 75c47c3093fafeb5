import { readContent } from '#app/features/content/site-content.server.ts'
import { directionOf } from '#app/lib/languages.ts'
import { manifestIcons } from '#app/lib/look.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'

import type { Route } from './+types/manifest.route.ts'
import { sharedDocument } from './shared-document.server.ts'

export const handle: PageHandle = { shared: true }

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [{ siteName, look, language }, { pages }] = await Promise.all([ctx.site(ctx), readContent(ctx)])
    const manifest = {
      id: '/',
      name: siteName,
      short_name: siteName,
      description: pages.get('/')?.description ?? siteName,
      lang: language,
      dir: directionOf(language),
      start_url: '/',
      scope: '/',
      display: 'browser',
      background_color: look.colours.ink,
      theme_color: look.colours.ink,
      icons: manifestIcons(look.icons),
    }
    return sharedDocument(JSON.stringify(manifest), 'application/manifest+json; charset=utf-8')
  })
}
