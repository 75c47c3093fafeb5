import { z } from 'zod'

import type { Endpoint } from '#app/features/ai/providers/model-call.ts'
import {
  DEFAULT_MODEL,
  DEFAULT_PROVIDER,
  isProviderId,
  UNSUPPORTED_PROVIDER,
} from '#app/features/ai/providers/provider-list.ts'
import type { ReplyEndpoints } from '#app/features/ai/providers/stream-reply.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { readerOf } from '#app/platform/settings/define-setting.server.ts'

import { apiConfig } from './api-config.server.ts'
import { findApiKey } from './api-keys.server.ts'

const named = z.object({ provider: z.string(), model: z.string() })

/** Any provider's name is read, so that one that only another version knows is reported as unsupported. */
const readStored = readerOf({
  key: apiConfig.key,
  schema: named.extend({ fallback: named.nullish() }).catch({ provider: '', model: '' }),
  defaults: { provider: DEFAULT_PROVIDER, model: DEFAULT_MODEL },
})

export type FoundEndpoints =
  | { kind: 'endpoints'; endpoints: ReplyEndpoints }
  | { kind: 'demo' }
  | { kind: 'unsupported'; message: string }

export async function findEndpoints(ctx: Ctx): Promise<FoundEndpoints> {
  const config = await readStored(ctx)
  if (!isProviderId(config.provider)) return { kind: 'unsupported', message: UNSUPPORTED_PROVIDER }
  const primary = await endpointOf(ctx, config)
  if (!primary) return { kind: 'demo' }
  const fallback = config.fallback ? await endpointOf(ctx, config.fallback) : null
  return { kind: 'endpoints', endpoints: { primary, fallback } }
}

async function endpointOf(ctx: Ctx, { provider, model }: z.infer<typeof named>): Promise<Endpoint | null> {
  if (!isProviderId(provider)) return null
  const key = await findApiKey(ctx, provider)
  return key === null ? null : { provider, model, key, baseUrl: ctx.ai[provider].baseUrl }
}
