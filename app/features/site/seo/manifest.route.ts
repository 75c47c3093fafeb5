import { readContent } from '#app/features/content/site-content.server.ts'
import { manifestIcons } from '#app/lib/look.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { directionOf } from '#app/ui/locale.tsx'

import type { Route } from './+types/manifest.route.ts'
import { sharedDocument } from './shared-document.server.ts'

export const handle: PageHandle = { shared: true }

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [{ siteName, look }, { pages }] = await Promise.all([ctx.site(ctx), readContent(ctx)])
    const manifest = {
      id: '/',
      name: siteName,
      short_name: siteName,
      description: pages.get('/')?.description ?? siteName,
      lang: defaultLocale,
      dir: directionOf(defaultLocale),
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
