import { answer } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/export.route.ts'
import { exportContent } from './export-content.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    const { zip } = await exportContent(ctx)
    return new Response(zip, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="content-${day}.zip"`,
        'cache-control': 'no-store',
      },
    })
  })
}
