import { z } from 'zod'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { isProviderId, type ProviderId } from '#app/platform/ai-provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { SealedColumn } from '#app/platform/crypto/rotate-secret.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'

/** What the owner sees of a stored key. `baseUrl` is null if the environment defines it. */
export type ApiKeySummary = { lastFour: string; at: number; baseUrl: string | null }

export type StoredKey = { key: string; baseUrl: string | null }

/** Keys are printable ASCII; anything else was pasted by mistake and would break the header. */
const apiKeySchema = z
  .string()
  .trim()
  .max(500, 'This is too long to be an API key.')
  .regex(/^[\x21-\x7e]+$/, 'An API key contains no spaces and no special characters.')

/** Returns null for an empty field. Blanks are invalid, even if a key is stored. @throws {FieldErrors} */
export function parseApiKey({ apiKey = '' }: { apiKey?: string }, missing: string): string | null {
  if (apiKey === '') return null
  if (apiKey.trim() === '') throw new FieldErrors({ apiKey: missing })
  const parsed = apiKeySchema.safeParse(apiKey)
  if (!parsed.success)
    throw new FieldErrors({
      apiKey: assertDefined(parsed.error.issues[0], 'a failed parse has an issue').message,
    })
  return parsed.data
}

export async function findApiKey(ctx: Ctx, provider: ProviderId): Promise<StoredKey | null> {
  const row = await ctx.db
    .selectFrom('ai_key')
    .select(['sealed', 'base_url'])
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (!row) return null
  try {
    return { key: ctx.vault.open(rowOf(provider), row.sealed), baseUrl: row.base_url }
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    ctx.log.error({ error, provider }, 'chat.key_unreadable')
    return null
  }
}

export async function summarizeApiKeys(ctx: Ctx): Promise<Partial<Record<ProviderId, ApiKeySummary>>> {
  const rows = await ctx.db
    .selectFrom('ai_key')
    .select(['provider', 'last_four', 'updated_at', 'base_url'])
    .execute()
  const keys: Partial<Record<ProviderId, ApiKeySummary>> = {}
  for (const { provider, last_four: lastFour, updated_at: at, base_url: baseUrl } of rows)
    if (isProviderId(provider)) keys[provider] = { lastFour, at, baseUrl }
  return keys
}

export async function storeApiKey(
  ctx: Ctx,
  provider: ProviderId,
  { key, baseUrl }: StoredKey,
): Promise<void> {
  const row = {
    sealed: ctx.vault.seal(rowOf(provider), key),
    // Even the end of a short key would reveal too much.
    last_four: key.length >= 8 ? key.slice(-4) : '',
    base_url: baseUrl,
    updated_at: ctx.clock.now(),
  }
  await ctx.db
    .insertInto('ai_key')
    .values({ provider, ...row })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(row))
    .execute()
}

/** Where keys are sealed, so that they can be resealed when APP_SECRET changes. */
export const sealedApiKeys: SealedColumn = { table: 'ai_key', key: 'provider', column: 'sealed', rowOf }

function rowOf(provider: string): string {
  return `ai_key:${provider}`
}
