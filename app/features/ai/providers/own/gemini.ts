import { z } from 'zod'

import { isObject, type Json, type OnThoughts, type Reading } from '../answer-reading.ts'
import { modelId, type Provider, tokenCount } from '../provider.ts'

const page = z.object({
  models: z
    .array(
      z.object({
        name: modelId,
        inputTokenLimit: tokenCount.nullish().catch(null),
        supportedGenerationMethods: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  nextPageToken: z.string().nullish(),
})

export const gemini: Provider = {
  priceList: 'google',
  load: async () => (await import('@ai-sdk/google')).createGoogle,
  readAnswer,
  hasVariousErrors: false,
  list: {
    path: '/models?pageSize=1000',
    headers: (key) => ({ 'x-goog-api-key': key }),
    parse(body) {
      const { models, nextPageToken: next } = page.parse(body)
      const chatting = models.filter((one) => one.supportedGenerationMethods.includes('generateContent'))
      return {
        models: chatting.map(({ name, inputTokenLimit: window }) => ({
          id: name.replace(/^models\//, ''),
          window: window ?? undefined,
        })),
        next: next ? `&pageToken=${encodeURIComponent(next)}` : null,
      }
    },
  },
  models: ['gemini-3.5-flash-lite', 'gemini-3.8-flash', 'gemini-4-argon'],
  sizes: { small: /-lite(-|$)/, middle: /(^|-)flash(-|$)/, large: /(^|-)(pro|argon|hydrogen)(-|$)/ },
  notChat: /robotics|veo|lyria|nano-banana|^aqa/,
  thinking: [
    [/^(gemini-(1|2\.0)|gemma-)/, 'plain'],
    [/^gemini-2\.5-flash/, 'off'],
    [/^gemini-(2\.5|[3-9])/, 'least'],
  ],
  ends: {
    'gemini-2.0-flash': '2026-06-01',
    'gemini-2.0-flash-lite': '2026-06-01',
    'gemini-2.5-flash': '2026-12-01',
    'gemini-2.5-pro': '2026-12-01',
  },
  newerPrices: `
gemini-4-argon | 2 10 0.1 -; from 2026-12-01: 4 20 0.2 - | 1000000
gemini-4-carbon | 2 10 0.1 -; from 2026-12-01: 4 20 0.2 - | 1000000
gemini-4-hydrogen | 1.5 7.5 - - | 1000000`,
  embeddings: {
    id: 'gemini-embedding-001',
    dimensions: 768,
    price: 0.15,
    async load() {
      const { createGoogle } = await import('@ai-sdk/google')
      return (settings) => createGoogle(settings).embeddingModel
    },
    options: (purpose) => ({
      google: { taskType: purpose === 'question' ? 'QUESTION_ANSWERING' : 'RETRIEVAL_DOCUMENT' },
    }),
  },
}

function readAnswer(onThoughts: OnThoughts): Reading {
  function event(read: Json): Json[] {
    if (read['error'] !== undefined) return [read]
    const { candidates, usageMetadata, promptFeedback, responseId, modelVersion } = read
    const first = Array.isArray(candidates) ? candidates.filter(isObject).slice(0, 1) : []
    return [
      {
        ...(typeof responseId === 'string' && { responseId }),
        ...(typeof modelVersion === 'string' && { modelVersion }),
        candidates: first.map(({ content, finishReason }) => ({
          content: { parts: partsOf(content, onThoughts) },
          ...(typeof finishReason === 'string' && { finishReason }),
        })),
        ...(isObject(usageMetadata) && { usageMetadata: numbersOf(usageMetadata) }),
        ...(isObject(promptFeedback) &&
          typeof promptFeedback['blockReason'] === 'string' && {
            promptFeedback: { blockReason: promptFeedback['blockReason'] },
          }),
      },
    ]
  }
  return { event, whole: event }
}

/** Only texts and calls of functions are read; newer kinds of parts are left out. */
function partsOf(content: unknown, onThoughts: OnThoughts): Json[] {
  if (!isObject(content) || !Array.isArray(content['parts'])) return []
  return content['parts'].filter(isObject).flatMap((part): Json[] => {
    const { text, thought, thoughtSignature, functionCall } = part
    const signed = typeof thoughtSignature === 'string' ? { thoughtSignature } : {}
    if (isObject(functionCall) && typeof functionCall['name'] === 'string') {
      const { id, name, args } = functionCall
      return [{ functionCall: { ...(typeof id === 'string' && { id }), name, args: args ?? {} }, ...signed }]
    }
    if (typeof text !== 'string') return []
    if (thought === true) onThoughts(text.length)
    return [{ text, ...(thought === true && { thought }), ...signed }]
  })
}

function numbersOf(values: Json): Json {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'number'))
}
