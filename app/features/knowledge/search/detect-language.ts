import { detect } from 'tinyld/light'

/** Enough to tell, and as much as is worth looking at. */
const LOOKED_AT = 5000

/**
 * The language of a text by ISO 639-1. `declared` is what the document says of itself, such as `en-US`; it is believed,
 * for its author knew. English where nothing tells.
 */
export function detectLanguage(text: string, declared: string | null = null): string {
  const named = declared === null ? undefined : /^[a-z]{2}(?![a-z])/i.exec(declared.trim())?.[0]
  return named?.toLowerCase() ?? (detect(text.slice(0, LOOKED_AT)) || 'en')
}
