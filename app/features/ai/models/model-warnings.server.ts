import { type ApiConfig, apiConfig } from '#app/features/ai/config/api-config.server.ts'
import { findAccount } from '#app/features/ai/config/find-endpoints.server.ts'
import type { ProviderId } from '#app/platform/ai-provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { endOf, isListed, isNear, successorOf } from './choose-model.ts'
import { builtInList, findModelList } from './model-lists.server.ts'

export type ModelUse = 'model' | 'fallback'

export type ModelWarning = {
  use: ModelUse
  provider: ProviderId
  model: string
  /** `gone` means that the provider's list no longer contains it. */
  reason: 'ends' | 'ended' | 'gone'
  ends: string | null
  successor: string
}

/** Returns the configured models that end within 60 days or are gone. Providers without a key give no warning. */
export async function findModelWarnings(ctx: Ctx): Promise<ModelWarning[]> {
  const config = await apiConfig.read(ctx)
  const found = [
    await warningOf(ctx, 'model', config),
    config.fallback && (await warningOf(ctx, 'fallback', config.fallback)),
  ]
  return found.filter((warning) => warning !== null)
}

async function warningOf(
  ctx: Ctx,
  use: ModelUse,
  { provider, model }: Pick<ApiConfig, 'provider' | 'model'>,
): Promise<ModelWarning | null> {
  const account = await findAccount(ctx, provider)
  if (!account) return null
  const told = await findModelList(ctx, provider, account.baseUrl)
  const models = told ?? builtInList(provider)
  const today = new Date(ctx.clock.now()).toISOString().slice(0, 10)
  const ends = endOf(provider, model, models) ?? null
  const isGone = told !== null && !isListed(model, told)
  if (!isGone && (ends === null || !isNear(ends, today))) return null
  const reason = ends !== null && ends <= today ? 'ended' : isGone ? 'gone' : 'ends'
  return { use, provider, model, reason, ends, successor: successorOf(model, { provider, models, today }) }
}

export async function replaceModel(
  ctx: Ctx,
  { use, model }: { use: ModelUse; model: string },
): Promise<void> {
  requireActor(ctx, 'settings.write')
  const config = await apiConfig.read(ctx)
  const fallback = config.fallback && { ...config.fallback, model }
  await apiConfig.save(ctx, use === 'model' ? { ...config, model } : { ...config, fallback })
}
