import { findEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { findSpendingLimits } from '#app/features/ai/spending/spending-limits.server.ts'
import { reserveMoney } from '#app/features/ai/spending/ledger.server.ts'
import { estimateTokens } from '#app/features/ai/providers/fit-request.ts'
import { withQueuedTransaction } from '#app/features/ai/spending/queued-transaction.server.ts'
import type { Endpoint } from '#app/features/ai/providers/model-call.ts'
import type { Provider } from '#app/features/ai/providers/provider.ts'
import { fetchFrom } from '#app/features/ai/providers/provider-fetch.server.ts'
import { providerTable } from '#app/features/ai/providers/provider-table.server.ts'
import type { Ctx, Embedder } from '#app/platform/context.server.ts'

type EmbeddingModel = NonNullable<Provider['embeddings']>

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
    const createClient = await model.load()
    await pay(ctx, Math.ceil(estimateTokens(length) * model.price))
    const signals = [AbortSignal.timeout(patience), ...(signal ? [signal] : [])]
    const settings = { apiKey: endpoint.key, baseURL: endpoint.baseUrl, fetch: withoutRedirects(endpoint) }
    const { embeddings } = await createClient(settings)(model.id).doEmbed({
      values: [...texts],
      dimensions: model.dimensions,
      abortSignal: AbortSignal.any(signals),
      ...(model.options && { providerOptions: model.options(purpose) }),
    })
    return embeddings.map((vector) => Float32Array.from(vector))
  },
}

async function findModel(ctx: Ctx): Promise<{ endpoint: Endpoint; model: EmbeddingModel } | null> {
  const found = await findEndpoints(ctx)
  if (found.kind !== 'endpoints') return null
  for (const endpoint of [found.endpoints.primary, found.endpoints.fallback]) {
    const model = endpoint && providerTable[endpoint.provider].embeddings
    if (model) return { endpoint, model }
  }
  return null
}

/** A redirect would send the key to another server. */
function withoutRedirects(endpoint: Endpoint): typeof fetch {
  const send = fetchFrom(endpoint)
  return (input, init) => send(input, { ...init, redirect: 'error' })
}

/** Counts the cost before the call and never corrects it, because it is thousandths of a cent. */
async function pay(ctx: Ctx, micros: number): Promise<void> {
  const limits = await findSpendingLimits(ctx)
  await withQueuedTransaction(ctx, (ctx) => reserveMoney(ctx, limits, micros))
}
