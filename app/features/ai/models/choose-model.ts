import type { ListedModel, Size } from '#app/features/ai/providers/provider.ts'
import { providerTable } from '#app/features/ai/providers/provider-table.server.ts'
import type { ProviderId } from '#app/platform/ai-provider-list.ts'

import { withoutDate } from './model-name.ts'

/** Matches names of models that cannot chat. It covers all providers, because a gateway lists models of several. */
const noChat = [
  /embed|tts|image|audio|realtime|transcri|moderation|deep-research|computer-use|search|-live|live-|omni/,
  ...Object.values(providerTable).flatMap(({ notChat }) => (notChat ? [notChat] : [])),
]

/** Providers' lists also contain models for images, speech and search, and some without chat completions. */
export function isChatModel(id: string): boolean {
  return !noChat.some((pattern) => pattern.test(id))
}

/** Offered and preselected until the provider's own list is known. */
export function builtInDefault(provider: ProviderId): string {
  return providerTable[provider].models[0]
}

/** Returns a current small model, which is cheap and good enough for visitors' questions. */
export function defaultModel(provider: ProviderId, models: readonly ListedModel[], today: string): string {
  return newestOf('small', provider, models, today) ?? models[0]?.id ?? builtInDefault(provider)
}

/** Returns the newest small model of the list; the given model if it is small or the list has none. */
export function smallModelFor(
  model: string,
  { provider, models, today }: { provider: ProviderId; models: readonly ListedModel[]; today: string },
): string {
  if (kindOf(withoutDate(model)) === 'small') return model
  return newestOf('small', provider, models, today) ?? model
}

/** Returns the newest model of the same size, or else the default. */
export function successorOf(
  model: string,
  { provider, models, today }: { provider: ProviderId; models: readonly ListedModel[]; today: string },
): string {
  const kind = kindOf(withoutDate(model)) ?? 'small'
  const found = newestOf(kind, provider, models, today) ?? defaultModel(provider, models, today)
  return found === model ? (providerTable[provider].models.find((other) => other !== model) ?? found) : found
}

export function endOf(
  provider: ProviderId,
  model: string,
  models: readonly ListedModel[],
): string | undefined {
  const { ends } = providerTable[provider]
  return models.find(({ id }) => id === model)?.ends ?? ends[model] ?? ends[withoutDate(model)]
}

/** Some providers also accept a listed name without its date. */
export function isListed(model: string, models: readonly ListedModel[]): boolean {
  return models.some(({ id }) => id === model || withoutDate(id) === model || id === `${model}-latest`)
}

export const NOTICE_DAYS = 60

export function isNear(day: string, today: string): boolean {
  return Date.parse(day) - Date.parse(today) <= NOTICE_DAYS * 86_400_000
}

function newestOf(
  kind: Size,
  provider: ProviderId,
  models: readonly ListedModel[],
  today: string,
): string | undefined {
  const lasting = models.filter(({ id }) => {
    const ends = endOf(provider, id, models)
    return (
      kindOf(id) === kind && !/preview|exp|latest/.test(id) && (ends === undefined || !isNear(ends, today))
    )
  })
  const undated = lasting.filter(({ id }) => withoutDate(id) === id)
  const candidates = undated.length > 0 ? undated : lasting
  return candidates.toSorted((a, b) => compareVersions(b.id, a.id))[0]?.id
}

function kindOf(model: string): Size | undefined {
  const all = Object.values(providerTable).map(({ sizes }) => sizes)
  return (['small', 'middle', 'large'] as const).find((size) => all.some((one) => one[size]?.test(model)))
}

/** Compares the numbers in the names; `deepseek-flash`, which has none, is always the newest. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [versionOf(a), versionOf(b)]
  if (left === '' || right === '') return right.length - left.length
  return left.localeCompare(right, 'en', { numeric: true })
}

/** Returns `6.1` for gpt-6.1-sol and `5-5` for claude-haiku-5-5. */
function versionOf(model: string): string {
  return Array.from(withoutDate(model).matchAll(/\d+/g), ([number]) => number).join('.')
}
