import { findEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { findSpendingLimits } from '#app/features/ai/spending/spending-limits.server.ts'
import { reserveMoney } from '#app/features/ai/spending/ledger.server.ts'
import { estimateTokens } from '#app/features/ai/providers/fit-request.ts'
import { withQueuedTransaction } from '#app/features/ai/spending/queued-transaction.server.ts'
import type { Endpoint } from '#app/features/ai/providers/model-call.ts'
import type { Ctx, Embedder } from '#app/platform/context.server.ts'

type EmbeddingModel = {
  id: string
  /** Fewer than the model offers, because each costs one byte of memory per passage. */
  dimensions: number
  /** US dollars per million tokens. */
  price: number
}

/** The providers with an embedding API, at their list prices of November 2026. */
const models: Partial<Record<Endpoint['provider'], EmbeddingModel>> = {
  openai: { id: 'text-embedding-3-small', dimensions: 512, price: 0.02 },
  gemini: { id: 'gemini-embedding-001', dimensions: 768, price: 0.15 },
}

/** Uses the provider that replies, or the fallback if only that one has an embedding API. */
export const embedder: Embedder = {
  async model(ctx) {
    const found = await findModel(ctx)
    return found && `${found.endpoint.provider}:${found.model.id}:${found.model.dimensions}`
  },
  async embed(ctx, texts, { purpose, patience, signal }) {
    const found = await findModel(ctx)
    if (!found) throw new Error('No configured provider has an embedding API.')
    const { endpoint, model } = found
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    // Loaded on first use, because a server without a provider's key never needs it.
    const { embeddingModel } = await import('./embedding-model.server.ts')
    await pay(ctx, Math.ceil(estimateTokens(length) * model.price))
    const signals = [AbortSignal.timeout(patience), ...(signal ? [signal] : [])]
    const { embeddings } = await embeddingModel(endpoint, model.id).doEmbed({
      values: [...texts],
      dimensions: model.dimensions,
      abortSignal: AbortSignal.any(signals),
      ...(endpoint.provider === 'gemini' && {
        providerOptions: {
          google: { taskType: purpose === 'question' ? 'QUESTION_ANSWERING' : 'RETRIEVAL_DOCUMENT' },
        },
      }),
    })
    return embeddings.map((vector) => Float32Array.from(vector))
  },
}

async function findModel(ctx: Ctx): Promise<{ endpoint: Endpoint; model: EmbeddingModel } | null> {
  const found = await findEndpoints(ctx)
  if (found.kind !== 'endpoints') return null
  for (const endpoint of [found.endpoints.primary, found.endpoints.fallback]) {
    const model = endpoint && models[endpoint.provider]
    if (model) return { endpoint, model }
  }
  return null
}

/** Counts the cost before the call and never corrects it, because it is thousandths of a cent. */
async function pay(ctx: Ctx, micros: number): Promise<void> {
  const limits = await findSpendingLimits(ctx)
  await withQueuedTransaction(ctx, (ctx) => reserveMoney(ctx, limits, micros))
}
