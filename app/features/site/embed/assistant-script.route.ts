import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

// oxlint-disable-next-line import/default -- the bundler makes it from the script (vite.config.ts)
import script from '#app/features/chat/embed/host-script.ts?script'
import { parseOrigin } from '#app/features/chat/assistants/allowed-origins.ts'
import type { HostLook } from '#app/features/chat/embed/messages.ts'
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
    // All other sites get the same text, however many there are.
    const at = looks.length > 0 ? origin : null
    const { text, bytes } = await fit(
      ctx,
      [site.publicUrl, at],
      looks.map((look) => filled(look, site)),
    )
    const isPacked = /\bbr\b/.test(String(request.headers.get('accept-encoding')))
    return new Response(isPacked ? bytes : text, {
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

const MOST_BYTES = 2048

/** Leaves out the last looks until the script fits; it asks for those when it needs them. */
async function fit(
  ctx: Ctx,
  origins: readonly [own: string, at: string | null],
  looks: readonly HostLook[],
): Promise<{ text: string; bytes: Uint8Array<ArrayBuffer> }> {
  const data = JSON.stringify([...origins, ...looks])
  const text = script.replace('FOYER', () => data)
  const bytes = await pack(ctx, text)
  if (bytes.byteLength <= MOST_BYTES || looks.length === 0) return { text, bytes }
  return fit(ctx, origins, looks.slice(0, -1))
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
