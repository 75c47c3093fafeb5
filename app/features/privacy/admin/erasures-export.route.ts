import { answer } from '#app/platform/http/answer.server.ts'

import { exportErasures } from '../list-past-erasures.server.ts'

import type { Route } from './+types/erasures-export.route.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(
    context,
    async (ctx) =>
      new Response(await exportErasures(ctx), {
        headers: {
          'content-type': 'application/jsonl; charset=utf-8',
          'content-disposition': 'attachment; filename="erasures.jsonl"',
          'cache-control': 'no-store',
        },
      }),
  )
}
