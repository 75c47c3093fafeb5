import { isProviderId, providers, UNSUPPORTED_PROVIDER } from '#app/features/ai/providers/provider-list.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** Forgets a provider's key; without its key the assistant runs in demo mode. */
export async function removeApiKey(ctx: Ctx, provider: string): Promise<void> {
  requireActor(ctx)
  if (!isProviderId(provider)) throw new FieldErrors({ provider: UNSUPPORTED_PROVIDER })
  await withTransaction(ctx, async (ctx) => {
    await ctx.db.deleteFrom('ai_key').where('provider', '=', provider).execute()
    await recordChange(ctx, {
      what: 'settings.ai_key_removed',
      subject: { id: provider, title: providers[provider].label, path: '/admin/api' },
    })
  })
}
