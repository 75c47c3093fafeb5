import { z } from 'zod'

import { toCallFailure } from '#app/features/ai/providers/call-failure.server.ts'
import type { Endpoint } from '#app/features/ai/providers/model-call.ts'
import type { ListedModel } from '#app/features/ai/providers/provider.ts'
import { fetchFrom } from '#app/features/ai/providers/provider-fetch.server.ts'
import { providerTable } from '#app/features/ai/providers/provider-table.server.ts'
import { type ProviderId, providerIds } from '#app/platform/ai-provider-list.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { isChatModel } from './choose-model.ts'
import { factsOf } from './model-facts.ts'

const PATIENCE = 8 * SECOND
const MAX_PAGES = 20
const MAX_MODELS = 2000
const MAX_BYTES = 4 * 1024 * 1024

const listed = z.object({
  id: z.string(),
  ends: z.string().optional(),
  window: z.number().optional(),
})
const list = z.object({ at: z.number(), baseUrl: z.string(), models: z.array(listed) })

/** The last list of each provider; it applies only to the base URL that it came from. */
export const modelLists = defineSetting({
  key: 'ai-models',
  schema: z.partialRecord(z.enum(providerIds), list),
  defaults: {},
  audit: null,
})

export async function findModelList(
  ctx: Pick<Ctx, 'db'>,
  provider: ProviderId,
  baseUrl: string,
): Promise<readonly ListedModel[] | null> {
  const found = (await modelLists.read(ctx))[provider]
  return found && found.baseUrl === baseUrl && found.models.length > 0 ? found.models : null
}

export function builtInList(provider: ProviderId): readonly ListedModel[] {
  return providerTable[provider].models.map((id) => ({ id }))
}

/** Fetches and stores the provider's models. Returns false and keeps the last list if that fails. */
export async function refreshModelList(
  ctx: Ctx,
  endpoint: Omit<Endpoint, 'model'>,
  signal?: AbortSignal,
): Promise<boolean> {
  const { provider, baseUrl } = endpoint
  try {
    const models = await fetchModels(endpoint, signal)
    await withTransaction(ctx, async (ctx) => {
      const lists = await modelLists.read(ctx)
      await modelLists.save(ctx, { ...lists, [provider]: { at: ctx.clock.now(), baseUrl, models } })
    })
    return true
  } catch (error) {
    signal?.throwIfAborted()
    const { message } = toCallFailure(error, [endpoint.key])
    ctx.log.info({ provider, reason: message }, 'chat.models_not_listed')
    return false
  }
}

async function fetchModels(endpoint: Omit<Endpoint, 'model'>, signal?: AbortSignal): Promise<ListedModel[]> {
  const { provider, key, baseUrl } = endpoint
  const { path, headers, parse } = providerTable[provider].list
  const late = AbortSignal.timeout(PATIENCE)
  const models = new Map<string, ListedModel>()
  let next: string | null = ''
  for (let page = 0; next !== null && page < MAX_PAGES && models.size < MAX_MODELS; page += 1) {
    const response = await fetchFrom(endpoint)(`${baseUrl}${path}${next}`, {
      headers: headers(key),
      redirect: 'error',
      signal: signal ? AbortSignal.any([late, signal]) : late,
    })
    if (!response.ok) throw new Error(`The list of models was refused with ${response.status}.`)
    const found = parse(JSON.parse(await readText(response)))
    for (const model of found.models.filter(({ id }) => isChatModel(id))) models.set(model.id, model)
    next = found.next
  }
  return [...models.values()].slice(0, MAX_MODELS)
}

async function readText(response: Response): Promise<string> {
  if (!response.body) throw new Error('The list of models is empty.')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error('The list of models is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Returns a model's context window in tokens, from the provider's list or the price tables; null if unknown. */
export async function findWindow(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { provider, model, baseUrl }: Pick<Endpoint, 'provider' | 'model' | 'baseUrl'>,
): Promise<number | null> {
  const models = await findModelList(ctx, provider, baseUrl)
  const told = models?.find(({ id }) => id === model)?.window
  return told ?? factsOf(provider, model, ctx.clock.now())?.window ?? null
}
