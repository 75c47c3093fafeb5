import { answer } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/backup-download.route.ts'
import { downloadBackup } from './request-backup.server.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { bytes, open } = await downloadBackup(ctx, { name: params.name })
    return new Response(request.method === 'HEAD' ? null : open(), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="${params.name}"`,
        'cache-control': 'no-store',
      },
    })
  })
}
