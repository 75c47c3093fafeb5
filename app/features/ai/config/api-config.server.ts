import { z } from 'zod'

import {
  DEFAULT_PROVIDER,
  isProviderId,
  type ProviderId,
  providerIds,
  providers,
  UNSUPPORTED_PROVIDER,
} from '#app/platform/ai-provider-list.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'

import { builtInDefault } from '#app/features/ai/models/choose-model.ts'

import {
  type ApiKeySummary,
  findApiKey,
  parseApiKey,
  storeApiKey,
  summarizeApiKeys,
} from './api-keys.server.ts'
import { parseBaseUrl } from './base-url.server.ts'

const provider = z.enum(providerIds, { error: UNSUPPORTED_PROVIDER })
const model = z
  .string()
  .trim()
  .min(1, 'Please enter a model.')
  .max(100, 'Please use at most 100 characters.')
  .regex(/^(?!.*\.\.)\w[\w.:@/-]*$/, 'A model name can contain only letters, digits and . : @ / -')

export const DEFAULT_MODEL = builtInDefault(DEFAULT_PROVIDER)

const schema = z.object({
  provider,
  model,
  /** Used when the first provider fails before any visible text. */
  fallback: z.object({ provider, model }).nullable(),
})

export type ApiConfig = z.infer<typeof schema>

/** The provider and model that reply; the keys are in their own table, one per provider. */
export const apiConfig = defineSetting({
  key: 'ai',
  schema,
  defaults: { provider: DEFAULT_PROVIDER, model: DEFAULT_MODEL, fallback: null },
  audit: 'settings.ai',
  path: '/admin/api',
  told: ['provider', 'model'],
  subject: ({ provider: id }) => ({ id, title: providers[id].label }),
})

/** The settings as the owner sees them; of each stored key only the last four characters. */
export type ApiConfigView = ApiConfig & { keys: Partial<Record<ProviderId, ApiKeySummary>> }

export async function readApiConfig(ctx: Ctx): Promise<ApiConfigView> {
  return { ...(await apiConfig.readAsOwner(ctx)), keys: await summarizeApiKeys(ctx) }
}

/** Otherwise an attacker with the owner's session could have the key sent to a server of their own. */
export const KEY_AGAIN = 'Please enter the API key again: a key is only sent to the address it was saved for.'

const KEY_MISSING = 'Please enter an API key'

export type ApiConfigFields = Readonly<
  Partial<Record<'provider' | 'model' | 'apiKey' | 'baseUrl' | 'fallbackProvider' | 'fallbackModel', string>>
>

/**
 * Stores provider, model and fallback, and the key if one is given; an empty key keeps the stored one.
 * @throws {FieldErrors} 'Please enter an API key' if the provider has none; 'Unsupported AI provider'.
 */
export async function saveApiConfig(
  ctx: Ctx,
  fields: ApiConfigFields,
  alsoChanged: readonly string[] = [],
): Promise<void> {
  requireActor(ctx, 'settings.write')
  const config = parseApiConfig(fields)
  const key = parseApiKey(fields, KEY_MISSING)
  const baseUrl = parseBaseUrl(ctx, config.provider, fields.baseUrl)
  await withTransaction(ctx, async (ctx) => {
    if (key !== null) await storeApiKey(ctx, config.provider, { key, baseUrl: baseUrl ?? null })
    else {
      const stored = await findApiKey(ctx, config.provider)
      if (stored === null) throw new FieldErrors({ apiKey: KEY_MISSING })
      if (baseUrl !== undefined && baseUrl !== stored.baseUrl) throw new FieldErrors({ apiKey: KEY_AGAIN })
    }
    if (config.fallback && (await findApiKey(ctx, config.fallback.provider)) === null)
      throw new FieldErrors({ fallbackProvider: 'Please save an API key for this provider first.' })
    await apiConfig.save(ctx, config, [...(key === null ? [] : ['apiKey']), ...alsoChanged])
  })
}

/** @throws {FieldErrors} named like the form's fields. */
export function parseApiConfig(fields: ApiConfigFields): ApiConfig {
  const fallback = fields.fallbackProvider?.trim()
    ? { provider: fields.fallbackProvider, model: fields.fallbackModel ?? '' }
    : null
  try {
    return apiConfig.parse({ provider: fields.provider, model: fields.model, fallback })
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error
    const { fallback: inFallback, ...faults } = error.fields
    throw new FieldErrors(inFallback === undefined ? faults : { ...faults, fallbackProvider: inFallback })
  }
}

/** Deletes a provider's key; without a key the assistant runs in demo mode. */
export async function removeApiKey(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'settings.write')
  if (!isProviderId(id)) throw new FieldErrors({ provider: UNSUPPORTED_PROVIDER })
  await withTransaction(ctx, async (ctx) => {
    await ctx.db.deleteFrom('ai_key').where('provider', '=', id).execute()
    await ctx.signals.publish(ctx, SETTINGS_TOPIC, apiConfig.key)
    await recordChange(ctx, {
      what: 'settings.ai_key_removed',
      subject: { id, title: providers[id].label, path: '/admin/api' },
    })
  })
}
