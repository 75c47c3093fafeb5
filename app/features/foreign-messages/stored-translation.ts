import { z } from 'zod'

import { canonicalTag } from '#app/lib/languages.ts'

const schema = z.object({
  /** BCP 47 tag of the language it was translated into. */
  to: z.string(),
  /** Null if the provider did not name it. */
  from: z.string().nullable(),
  /** Null for a text that is in that language already. */
  text: z.string().nullable(),
})

export type MessageTranslation = z.infer<typeof schema>

/** Returns what is stored beside a message; null if it was not translated into the language. */
export function readTranslation(stored: string | null, to: string): MessageTranslation | null {
  const read = stored === null ? null : schema.parse(JSON.parse(stored))
  return read?.to === to ? read : null
}

/** Returns a known language's canonical tag; null for anything else that a model may answer. */
export function languageTag(answer: string): string | null {
  const tag = canonicalTag(answer.trim())
  const name = tag && new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag)
  return tag && name ? tag : null
}

export function isSameLanguage(one: string, other: string): boolean {
  return one.split('-')[0] === other.split('-')[0]
}
