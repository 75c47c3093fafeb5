import { providers } from '#app/features/ai/providers/provider-list.ts'
import { changedFields } from '#app/platform/audit/changed-fields.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { findSetting, storeSetting } from '#app/platform/settings.server.ts'

import { apiConfigSchema, apiKeySchema } from './api-config-schema.ts'
import { findApiKey, storeApiKey } from './api-keys.server.ts'
import { API_CONFIG_SETTING } from './read-api-config.server.ts'

export type ApiConfigFields = Readonly<
  Partial<Record<'provider' | 'model' | 'apiKey' | 'fallbackProvider' | 'fallbackModel', string>>
>

/**
 * Stores provider, model and fallback, and the key where one is given; an empty key leaves the stored one.
 * @throws {FieldErrors} 'Please enter an API key' when the provider has none; 'Unsupported AI provider'.
 */
export async function saveApiConfig(ctx: Ctx, fields: ApiConfigFields): Promise<void> {
  requireActor(ctx)
  const config = parseApiConfig(fields)
  const key = parseApiKey(fields)
  await withTransaction(ctx, async (ctx) => {
    if (key !== null) await storeApiKey(ctx, config.provider, key)
    else if ((await findApiKey(ctx, config.provider)) === null)
      throw new FieldErrors({ apiKey: 'Please enter an API key' })
    if (config.fallback && (await findApiKey(ctx, config.fallback.provider)) === null)
      throw new FieldErrors({ fallbackProvider: 'Please save an API key for this provider first.' })
    const changed = changedFields(await findSetting(ctx, API_CONFIG_SETTING), config)
    await storeSetting(ctx, API_CONFIG_SETTING, config)
    await recordChange(ctx, {
      what: 'settings.ai',
      fields: key === null ? changed : [...changed, 'apiKey'],
      subject: { id: config.provider, title: providers[config.provider].label, path: '/admin/api' },
    })
  })
}

/** @throws {FieldErrors} by the form's fields. */
export function parseApiConfig(fields: ApiConfigFields) {
  const fallback = fields.fallbackProvider?.trim()
    ? { provider: fields.fallbackProvider, model: fields.fallbackModel ?? '' }
    : null
  const parsed = apiConfigSchema.safeParse({ provider: fields.provider, model: fields.model, fallback })
  if (parsed.success) return parsed.data
  const { fallback: inFallback, ...faults } = firstFaults(parsed.error.issues)
  throw new FieldErrors(inFallback === undefined ? faults : { ...faults, fallbackProvider: inFallback })
}

/** Null when none was given. @throws {FieldErrors} */
export function parseApiKey({ apiKey = '' }: ApiConfigFields): string | null {
  if (apiKey.trim() === '') return null
  const parsed = apiKeySchema.safeParse(apiKey)
  if (!parsed.success) throw new FieldErrors({ apiKey: parsed.error.issues[0]?.message ?? '' })
  return parsed.data
}
