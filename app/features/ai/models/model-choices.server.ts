import { readApiConfig } from '#app/features/ai/config/api-config.server.ts'
import { findOwnPrice } from '#app/features/ai/spending/price-table.ts'
import { findSpendingLimits } from '#app/features/ai/spending/spending-limits.server.ts'
import { type ProviderId, providerIds } from '#app/platform/ai-provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { defaultModel } from './choose-model.ts'
import { estimatedPrice, factsOf, type Price, pricedNames } from './model-facts.ts'
import { builtInList, findModelList } from './model-lists.server.ts'

export type ModelChoice = { id: string; ends: string | null }

type KnownPrice = { listed: Price | null; own: Price | null }

export type ProviderModels = {
  models: ModelChoice[]
  /** False until the provider's own list has been read. */
  isTold: boolean
  default: string
  baseUrl: string
  prices: Readonly<Record<string, KnownPrice>>
  /** The price assumed for a model without one. */
  estimate: Price
}

export type ModelChoices = Readonly<Record<ProviderId, ProviderModels>>

/** Returns the models that the owner can choose, with their prices. @throws {AppError} unauthenticated */
export async function readModelChoices(ctx: Ctx): Promise<ModelChoices> {
  const [config, { prices: own }] = await Promise.all([readApiConfig(ctx), findSpendingLimits(ctx)])
  const now = ctx.clock.now()
  const today = new Date(now).toISOString().slice(0, 10)
  const used = [config.model, ...(config.fallback ? [config.fallback.model] : [])]
  const found = await Promise.all(
    providerIds.map(async (provider): Promise<[ProviderId, ProviderModels]> => {
      const baseUrl = ctx.ai[provider].baseUrl
      const told = await findModelList(ctx, provider, config.keys[provider]?.baseUrl ?? baseUrl)
      const models = told ?? builtInList(provider)
      const names = [
        ...models.map(({ id }) => id),
        ...used,
        ...own.map(({ model }) => model),
        ...pricedNames(provider),
      ]
      const priced = [...new Set(names)].flatMap((model) => {
        const price: KnownPrice = {
          listed: factsOf(provider, model, now)?.price ?? null,
          own: findOwnPrice(model, own) ?? null,
        }
        return price.listed || price.own ? [[model, price] as const] : []
      })
      const choices = models.map(({ id, ends }) => ({ id, ends: ends ?? null }))
      return [
        provider,
        {
          models: choices.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true })),
          isTold: told !== null,
          default: defaultModel(provider, models, today),
          baseUrl,
          prices: Object.fromEntries(priced),
          estimate: estimatedPrice(provider, now),
        },
      ]
    }),
  )
  return Object.fromEntries(found) as Record<ProviderId, ProviderModels>
}
