import type { ProviderId } from '#app/features/ai/providers/provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { SealedColumn } from '#app/platform/crypto/reseal.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'

/** A provider's stored key; null where none is stored, or where it was sealed under another APP_SECRET. */
export async function findApiKey(ctx: Ctx, provider: ProviderId): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('ai_key')
    .select('sealed')
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (!row) return null
  try {
    return ctx.vault.open(rowOf(provider), row.sealed)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    ctx.log.error({ error, provider }, 'chat.key_unreadable')
    return null
  }
}

export async function storeApiKey(ctx: Ctx, provider: ProviderId, key: string): Promise<void> {
  const row = {
    sealed: ctx.vault.seal(rowOf(provider), key),
    last_four: key.slice(-4),
    updated_at: ctx.clock.now(),
  }
  await ctx.db
    .insertInto('ai_key')
    .values({ provider, ...row })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(row))
    .execute()
}

/** For a change of APP_SECRET. */
export const sealedApiKeys: SealedColumn = { table: 'ai_key', key: 'provider', column: 'sealed', rowOf }

function rowOf(provider: string): string {
  return `ai_key:${provider}`
}
