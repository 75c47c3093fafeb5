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
