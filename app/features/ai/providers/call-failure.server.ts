import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider'

import type { CallFailure, FailureKind } from './model-call.ts'

/** Characters, enough for a sentence; an HTML page is cut. */
const MAX_MESSAGE = 500

/** Maps a library's error to a `CallFailure`; keeps the provider's text, with secrets masked. */
export function toCallFailure(error: unknown, secrets: readonly string[]): CallFailure {
  const failure = describe(error)
  const message = maskSecrets(failure.message, secrets).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE)
  return { ...failure, message }
}

function describe(error: unknown): CallFailure {
  if (APICallError.isInstance(error)) return describeAnswer(error)
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error))
    return { kind: 'malformed', message: 'The provider’s answer does not follow its API.' }
  // Error events in the stream are objects in some APIs and texts in others.
  const words = wordsOf(error)
  if (error instanceof Error) return { kind: 'unreachable', message: words ?? error.message }
  const isOverload = /overload/i.test(JSON.stringify({ error }))
  return { kind: isOverload ? 'overloaded' : 'cut', message: words ?? 'Unknown' }
}

function describeAnswer(error: APICallError): CallFailure {
  const { statusCode: status } = error
  const message = wordsOf(error.data) ?? error.message
  if (status === undefined) return { kind: 'unreachable', message }
  // The status means success, but the body could not be read.
  if (status < 300) return { kind: error.cause instanceof TypeError ? 'unreachable' : 'malformed', message }
  const kind = status < 429 && tooLong.test(message) ? 'too-long' : kindOfStatus(status)
  const retryAfter = Number(error.responseHeaders?.['retry-after'])
  return Number.isFinite(retryAfter) ? { kind, message, retryAfter } : { kind, message }
}

/** How the four APIs report that a request exceeds the model's context. */
const tooLong =
  /context.{0,20}(length|window|limit)|prompt is too long|(token count|input tokens).*exceed|maximum number of tokens/i

function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'overloaded' : 'refused'
}

/** Finds the message in `{error: {message}}`, `{message}` or a plain text. */
function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return null
  if ('error' in value) return wordsOf(value.error)
  return 'message' in value && typeof value.message === 'string' ? value.message : null
}

/** API keys, authorization headers and keys in URLs, each with its replacement. */
const shapes: readonly [pattern: RegExp, replacement: string][] = [
  [/\b(?:sk|pk|rk)-[\w*.…-]{4,}/g, '••••'],
  [/\bAIza[\w*-]{8,}/g, '••••'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 ••••'],
  [/([?&](?:key|api_key|apikey|token|access_token)=)[^&\s"']+/gi, '$1••••'],
]

/** Masks the given secrets and anything like a key, because providers repeat keys in error messages. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text
  for (const secret of secrets.filter(({ length }) => length >= 4))
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      masked = masked.replaceAll(form, '••••')
  for (const [pattern, replacement] of shapes) masked = masked.replaceAll(pattern, replacement)
  return masked
}
