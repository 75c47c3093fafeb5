import type { ProviderId } from '#app/features/ai/providers/provider-list.ts'

import { withoutDate } from './model-name.ts'
import { builtInDefault, builtInModels, knownEnds } from './newer-models.ts'

export type ListedModel = {
  id: string
  /** The day on which the provider shuts it down, as YYYY-MM-DD. */
  ends?: string | undefined
  window?: number | undefined
}

const noChat =
  /embed|whisper|tts|dall-e|image|audio|realtime|transcri|moderation|sora|^(davinci|babbage)|codex|deep-research|computer-use|search|-live|live-|robotics|imagen|veo|lyria|nano-banana|^aqa|omni|^gpt-.*instruct|^gpt-[\d.]+-pro|^o\d-pro/

/** Providers' lists also contain models for images, speech and search, and some without chat completions. */
export function isChatModel(id: string): boolean {
  return !noChat.test(id)
}

/** Model sizes, each with the names that providers use. */
const kinds = [
  ['small', /(^|-)(luna|nano|mini|haiku|flash-lite)(-|$)|^deepseek-(v[\d.]+-)?flash|-lite(-|$)/],
  ['middle', /(^|-)(terra|sonnet|flash)(-|$)/],
  ['large', /(^|-)(sol|opus|pro|argon|hydrogen)(-|$)|^gpt-[\d.]+$|^gpt-4o$|^deepseek-reasoner$|^o\d$/],
] as const

type Kind = (typeof kinds)[number][0]

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
  return found === model ? (builtInModels[provider].find((other) => other !== model) ?? found) : found
}

export function endOf(
  provider: ProviderId,
  model: string,
  models: readonly ListedModel[],
): string | undefined {
  const listed = models.find(({ id }) => id === model)?.ends
  return listed ?? knownEnds[provider][model] ?? knownEnds[provider][withoutDate(model)]
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
  kind: Kind,
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

function kindOf(model: string): Kind | undefined {
  return kinds.find(([, pattern]) => pattern.test(model))?.[0]
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
