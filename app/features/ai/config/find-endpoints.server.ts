import { z } from 'zod'

import { isProviderId, UNSUPPORTED_PROVIDER } from '#app/features/ai/providers/provider-list.ts'
import type { Endpoint } from '#app/features/ai/providers/model-call.ts'
import type { ReplyEndpoints } from '#app/features/ai/providers/stream-reply.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting } from '#app/platform/settings.server.ts'

import { defaultApiConfig } from './api-config-schema.ts'
import { findApiKey } from './api-keys.server.ts'
import { API_CONFIG_SETTING } from './read-api-config.server.ts'

const named = z.object({ provider: z.string(), model: z.string() })
/** Any provider's name is read, so that one that only another version knows is reported as unsupported. */
const stored = named.extend({ fallback: named.nullish() })

export type FoundEndpoints =
  | { kind: 'endpoints'; endpoints: ReplyEndpoints }
  | { kind: 'demo' }
  | { kind: 'unsupported'; message: string }

export async function findEndpoints(ctx: Ctx): Promise<FoundEndpoints> {
  const config = stored.safeParse((await findSetting(ctx, API_CONFIG_SETTING)) ?? defaultApiConfig)
  if (!config.success || !isProviderId(config.data.provider))
    return { kind: 'unsupported', message: UNSUPPORTED_PROVIDER }
  const primary = await endpointOf(ctx, config.data)
  if (!primary) return { kind: 'demo' }
  const fallback = config.data.fallback ? await endpointOf(ctx, config.data.fallback) : null
  return { kind: 'endpoints', endpoints: { primary, fallback } }
}

async function endpointOf(ctx: Ctx, { provider, model }: z.infer<typeof named>): Promise<Endpoint | null> {
  if (!isProviderId(provider)) return null
  const key = await findApiKey(ctx, provider)
  return key === null ? null : { provider, model, key, baseUrl: ctx.ai[provider].baseUrl }
}
