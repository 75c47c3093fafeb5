// oxlint-disable-next-line import/default -- the bundler makes it from the script (vite.config.ts)
import script from '#app/features/chat/embed/host-script.ts?script'
import { parseOrigin } from '#app/features/chat/assistants/allowed-origins.ts'
import { readLooks } from '#app/features/chat/embed/read-looks.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/assistant-script.route.ts'
import { filled } from './host-look.server.ts'

/** With the looks of the assistants that the page asking for it may show, so that its button needs no other request. */
export function loader({ request, context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const referer = URL.parse(String(request.headers.get('referer')))
    const origin = referer && parseOrigin(referer.origin)
    const acceptLanguage = request.headers.get('accept-language')
    const [looks, site] = await Promise.all([
      origin ? readLooks(ctx, origin, acceptLanguage) : [],
      ctx.site(ctx),
    ])
    const data = JSON.stringify({
      origin: site.publicUrl,
      at: origin,
      looks: looks.map((look) => filled(look, site)),
    })
    return new Response(
      script.replace('FOYER', () => escapeNonAscii(data)),
      {
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'private, max-age=300',
          'cross-origin-resource-policy': 'cross-origin',
          vary: 'referer, accept-language',
        },
      },
    )
  })
}

function escapeNonAscii(json: string): string {
  return json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
