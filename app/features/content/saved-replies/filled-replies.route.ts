import { answerJson } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/filled-replies.route.ts'
import { fillSavedReplies } from './saved-replies.server.ts'

/** Serves the menu in the composer. */
export function loader({ context, params }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => ({ replies: await fillSavedReplies(ctx, { leadId: params.id }) }))
}
