import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider'

import type { CallFailure, FailureKind } from './model-call.ts'

/** Enough for a sentence of the provider's; a web page in its place is cut. */
const MAX_MESSAGE = 500

/** What the library threw or put into the stream, as one of a closed list with the provider's own words, masked. */
export function toCallFailure(error: unknown, secrets: readonly string[]): CallFailure {
  const failure = describe(error)
  const message = maskSecrets(failure.message, secrets).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE)
  return { ...failure, message }
}

function describe(error: unknown): CallFailure {
  if (APICallError.isInstance(error)) return describeAnswer(error)
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error))
    return { kind: 'malformed', message: 'The provider sent what is not of its API.' }
  // An error event within a stream: some APIs give an object, others a text.
  const words = wordsOf(error)
  if (error instanceof Error) return { kind: 'unreachable', message: words ?? error.message }
  return {
    kind: /overload/i.test(JSON.stringify(error) ?? '') ? 'overloaded' : 'cut',
    message: words ?? 'Unknown',
  }
}

function describeAnswer(error: APICallError): CallFailure {
  const { statusCode: status } = error
  const message = wordsOf(error.data) ?? error.message
  if (status === undefined) return { kind: 'unreachable', message }
  // A success that could not be read: what it says, or the connection that brought it.
  if (status < 300) return { kind: error.cause instanceof TypeError ? 'unreachable' : 'malformed', message }
  const kind = kindOfStatus(status)
  const retryAfter = Number.parseFloat(error.responseHeaders?.['retry-after'] ?? '')
  return Number.isFinite(retryAfter) ? { kind, message, retryAfter } : { kind, message }
}

function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'overloaded' : 'refused'
}

/** The sentence in `{error: {message}}`, `{message}` or a plain text. */
function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return null
  if ('error' in value) return wordsOf(value.error)
  return 'message' in value && typeof value.message === 'string' ? value.message : null
}

/** How keys look in the wild, each with what takes its place: API keys, bearer headers, keys in addresses. */
const shapes: readonly [pattern: RegExp, replacement: string][] = [
  [/\b(?:sk|pk|rk)-[\w*.…-]{4,}/g, '••••'],
  [/\bAIza[\w*-]{8,}/g, '••••'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 ••••'],
  [/([?&](?:key|api_key|apikey|token|access_token)=)[^&\s"']+/gi, '$1••••'],
]

/**
 * A text from outside, fit for the owner's eyes and the log: every given secret, and whatever looks like a key,
 * replaced by dots. Providers repeat keys in their error texts, whole or in part.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text
  for (const secret of secrets.filter(({ length }) => length >= 4))
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      masked = masked.replaceAll(form, '••••')
  for (const [pattern, replacement] of shapes) masked = masked.replaceAll(pattern, replacement)
  return masked
}
