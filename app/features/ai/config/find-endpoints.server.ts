import { z } from 'zod'

import { smallModelFor } from '#app/features/ai/models/choose-model.ts'
import { findModelList, findWindow } from '#app/features/ai/models/model-lists.server.ts'
import type { Endpoint } from '#app/features/ai/providers/model-call.ts'
import type { ReplyEndpoints } from '#app/features/ai/providers/stream-reply.server.ts'
import {
  DEFAULT_PROVIDER,
  isProviderId,
  type ProviderId,
  UNSUPPORTED_PROVIDER,
} from '#app/platform/ai-provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { readerOf } from '#app/platform/settings/define-setting.server.ts'

import { apiConfig, DEFAULT_MODEL } from './api-config.server.ts'
import { findApiKey, type StoredKey } from './api-keys.server.ts'

const named = z.object({ provider: z.string(), model: z.string() })

/** Accepts any provider name, so that one known only to another version is reported as unsupported. */
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
  const account = await findAccount(ctx, provider)
  return account && { ...account, model, window: await findWindow(ctx, { ...account, model }) }
}

/** Returns an endpoint for questions that a small model answers as well as a large one, faster and cheaper. */
export async function smallEndpoint(ctx: Ctx, endpoint: Endpoint): Promise<Endpoint> {
  const { provider, baseUrl } = endpoint
  const models = await findModelList(ctx, provider, baseUrl)
  if (!models) return endpoint
  const today = new Date(ctx.clock.now()).toISOString().slice(0, 10)
  const model = smallModelFor(endpoint.model, { provider, models, today })
  return { ...endpoint, model, window: await findWindow(ctx, { provider, model, baseUrl }) }
}

export async function findAccount(ctx: Ctx, provider: ProviderId): Promise<Omit<Endpoint, 'model'> | null> {
  const stored = await findApiKey(ctx, provider)
  return stored && accountOf(ctx, provider, stored)
}

export function accountOf(
  ctx: Pick<Ctx, 'ai' | 'outbound'>,
  provider: ProviderId,
  { key, baseUrl }: StoredKey,
): Omit<Endpoint, 'model'> {
  if (baseUrl === null) return { provider, key, baseUrl: ctx.ai[provider].baseUrl }
  return { provider, key, baseUrl, guard: ctx.outbound }
}
