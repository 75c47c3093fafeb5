import { answer } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/export.route.ts'
import { exportPosts } from './export-posts.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return new Response(await exportPosts(ctx), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="posts-${day}.zip"`,
        'cache-control': 'no-store',
      },
    })
  })
}
