import { z } from 'zod'

import type { ProviderId } from '#app/features/ai/providers/provider-list.ts'

import { isChatModel, type ListedModel } from './choose-model.ts'

const id = z.string().min(1).max(200)
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/)
  .transform((date) => date.slice(0, 10))
const tokens = z.int().positive()

const openai = z.object({ data: z.array(z.object({ id, shutdown_date: day.nullish().catch(null) })) })
const claude = z.object({
  data: z.array(z.object({ id, max_input_tokens: tokens.nullish().catch(null) })),
  has_more: z.boolean().default(false),
  last_id: z.string().nullish(),
})
const gemini = z.object({
  models: z
    .array(
      z.object({
        name: id,
        inputTokenLimit: tokens.nullish().catch(null),
        supportedGenerationMethods: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  nextPageToken: z.string().nullish(),
})

export type ModelPage = {
  models: ListedModel[]
  /** The query string for the next page, or null. */
  next: string | null
}

/** Parses a page of a provider's list and drops models that cannot chat. @throws {ZodError} for an invalid list. */
export function parseModelPage(provider: ProviderId, body: unknown): ModelPage {
  const page = parsers[provider](body)
  return { ...page, models: page.models.filter(({ id: model }) => isChatModel(model)) }
}

const parsers: Readonly<Record<ProviderId, (body: unknown) => ModelPage>> = {
  openai: parseOpenAi,
  deepseek: parseOpenAi,
  claude(body) {
    const { data, has_more: hasMore, last_id: last } = claude.parse(body)
    const models = data.map((one) => ({ id: one.id, window: one.max_input_tokens ?? undefined }))
    return { models, next: hasMore && last ? `&after_id=${encodeURIComponent(last)}` : null }
  },
  gemini(body) {
    const { models, nextPageToken: next } = gemini.parse(body)
    const chatting = models.filter((one) => one.supportedGenerationMethods.includes('generateContent'))
    return {
      models: chatting.map(({ name, inputTokenLimit: window }) => ({
        id: name.replace(/^models\//, ''),
        window: window ?? undefined,
      })),
      next: next ? `&pageToken=${encodeURIComponent(next)}` : null,
    }
  },
}

function parseOpenAi(body: unknown): ModelPage {
  const { data } = openai.parse(body)
  return { models: data.map((one) => ({ id: one.id, ends: one.shutdown_date ?? undefined })), next: null }
}

export function listRequest(
  provider: ProviderId,
  key: string,
): { path: string; headers: Record<string, string> } {
  if (provider === 'claude')
    return {
      path: '/models?limit=1000',
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    }
  if (provider === 'gemini') return { path: '/models?pageSize=1000', headers: { 'x-goog-api-key': key } }
  return { path: '/models', headers: { authorization: `Bearer ${key}` } }
}
