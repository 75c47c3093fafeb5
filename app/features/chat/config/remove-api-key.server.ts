import { isProviderId, UNSUPPORTED_PROVIDER } from '#app/features/chat/providers/provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** Forgets a provider's key; without its key the assistant runs in demo mode. */
export async function removeApiKey(ctx: Ctx, provider: string): Promise<void> {
  requireActor(ctx)
  if (!isProviderId(provider)) throw new FieldErrors({ provider: UNSUPPORTED_PROVIDER })
  await ctx.db.deleteFrom('ai_key').where('provider', '=', provider).execute()
}
