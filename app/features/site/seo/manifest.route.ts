import { readContent } from '#app/features/content/site-content.server.ts'
import type { Icons } from '#app/lib/look.ts'
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
      icons: iconsOf(look.icons),
    }
    return sharedDocument(JSON.stringify(manifest), 'application/manifest+json; charset=utf-8')
  })
}

function iconsOf({ svg, small, large, maskable }: Icons) {
  return [
    { src: svg, sizes: 'any', type: 'image/svg+xml' },
    { src: small, sizes: '192x192', type: 'image/png' },
    { src: large, sizes: '512x512', type: 'image/png' },
    { src: maskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ]
}
