import type { Ctx } from '#app/platform/context.server.ts'

import { listPendingReplies } from './list-pending-replies.server.ts'
import { stopInFlight } from './in-flight.server.ts'
import { getOwnConversation } from './visitor-proof.server.ts'

/** The visitor's Stop: ends the reply under way, on whichever instance it is made. Without one it does nothing. */
export async function stopReply(
  ctx: Ctx,
  { id, token }: { id: string; token: string | null },
): Promise<void> {
  await getOwnConversation(ctx, id, token)
  for (const replyId of await listPendingReplies(ctx, id)) await stopInFlight(ctx, replyId, 'visitor')
}
