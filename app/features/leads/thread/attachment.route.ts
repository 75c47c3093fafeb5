import { answer } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/attachment.route.ts'
import { getAttachment } from './list-thread.server.ts'

/** Always a download: a visitor may have made the file to attack the member who opens it in the browser. */
export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { name, bytes } = await getAttachment(ctx, params.id)
    const plain = name.replaceAll(/[^\w. -]/g, '_')
    return new Response(bytes, {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      },
    })
  })
}
