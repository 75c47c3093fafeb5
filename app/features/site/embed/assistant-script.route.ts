import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

// oxlint-disable-next-line import/default -- the bundler makes it from the script (vite.config.ts)
import script from '#app/features/chat/embed/host-script.ts?script'
import { parseOrigin } from '#app/features/chat/assistants/allowed-origins.ts'
import { readLooks } from '#app/features/chat/embed/read-looks.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
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
      // All other sites get the same text, however many there are.
      at: looks.length > 0 ? origin : null,
      looks: looks.map((look) => filled(look, site)),
    })
    const text = script.replace('FOYER', () => escapeNonAscii(data))
    const isPacked = /\bbr\b/.test(String(request.headers.get('accept-encoding')))
    return new Response(isPacked ? await pack(ctx, text) : text, {
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'private, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'referer, accept-language, accept-encoding',
        ...(isPacked && { 'content-encoding': 'br' }),
      },
    })
  })
}

const brotli = promisify(brotliCompress)
/** By the text, of which there is one for each site and language. */
const createPacked = () => new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
const MOST_PACKED = 100

function pack(ctx: Ctx, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = ctx.state.of(createPacked)
  const known = packed.get(text) || brotli(text).then((bytes) => Uint8Array.from(bytes))
  packed.delete(text)
  packed.set(text, known)
  for (const oldest of packed.keys()) if (packed.size > MOST_PACKED) packed.delete(oldest)
  return known
}

function escapeNonAscii(json: string): string {
  return json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
