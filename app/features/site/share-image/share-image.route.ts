import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/share-image.route.ts'
import { findShareImage } from './share-image.server.ts'

/** Not in the page cache, which is cleared when any page changes, whereas an image only depends on its own content. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const image = await findShareImage(ctx, new URL(request.url).pathname)
    if (!image) throw new AppError('not-found', 'No page has its share image here.')
    const headers = { etag: image.etag, 'cache-control': 'public, max-age=0, must-revalidate' }
    if (request.headers.get('if-none-match')?.includes(image.etag))
      return new Response(null, { status: 304, headers })
    const png = await image.draw(context.get(visitContext).clientAddress)
    return new Response(new Uint8Array(png), { headers: { ...headers, 'content-type': 'image/png' } })
  })
}
