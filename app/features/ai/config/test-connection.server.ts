import type { Endpoint } from '#app/features/ai/providers/model-call.ts'
import { providers } from '#app/platform/ai-provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type ApiConfigFields, KEY_AGAIN, parseApiConfig } from './api-config.server.ts'
import { findApiKey, parseApiKey } from './api-keys.server.ts'
import { parseBaseUrl } from './base-url.server.ts'
import { accountOf } from './find-endpoints.server.ts'

const KEY_FIRST = 'Please enter an API key first'

export type ConnectionTest =
  | { connected: true; title: string; text: string }
  | { connected: false; title: string; text: string }

/**
 * Returns the key and base URL from a form; an empty key field means the stored key.
 * @throws {FieldErrors} 'Please enter an API key first'; a key that was saved for another address.
 */
export async function findTypedAccount(ctx: Ctx, fields: ApiConfigFields): Promise<Omit<Endpoint, 'model'>> {
  const { provider } = parseApiConfig({ provider: fields.provider, model: fields.model })
  const typed = parseApiKey(fields, KEY_FIRST)
  const baseUrl = parseBaseUrl(ctx, provider, fields.baseUrl)
  const stored = typed === null ? await findApiKey(ctx, provider) : { key: typed, baseUrl: baseUrl ?? null }
  if (stored === null) throw new FieldErrors({ apiKey: KEY_FIRST })
  if (baseUrl !== undefined && stored.baseUrl !== baseUrl) throw new FieldErrors({ apiKey: KEY_AGAIN })
  return accountOf(ctx, provider, stored)
}

/**
 * Sends one user message 'Hello', with the given key or else the stored one. Saves nothing.
 * @throws {FieldErrors} 'Please enter an API key first'; 'Unsupported AI provider'.
 */
export async function testConnection(ctx: Ctx, fields: ApiConfigFields): Promise<ConnectionTest> {
  requireActor(ctx, 'settings.write')
  const { model } = parseApiConfig({ provider: fields.provider, model: fields.model })
  const account = await findTypedAccount(ctx, fields)
  const { provider } = account
  const endpoint = { ...account, model }
  // Loaded on first use: the AI libraries are most of the bundle and would slow the start.
  const { askOnce } = await import('#app/features/ai/providers/stream-reply.server.ts')
  const failure = await askOnce(ctx, endpoint, 'Hello')
  if (failure === null)
    return { connected: true, title: 'Connected', text: 'API connection tested successfully!' }
  ctx.log.info({ provider, model, kind: failure.kind, reason: failure.message }, 'chat.test_failed')
  const isAnswer =
    !['unreachable', 'timeout', 'malformed', 'cut'].includes(failure.kind) && failure.message !== ''
  return {
    connected: false,
    title: 'Connection Failed',
    text: isAnswer ? failure.message : `Failed to connect to ${providers[provider].label} API`,
  }
}
