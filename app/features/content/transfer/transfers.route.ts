import { answerJson } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/transfers.route.ts'
import { listTransfers } from './transfer-progress.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => ({ transfers: await listTransfers(ctx) }))
}
