import { z } from 'zod'

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
  const typed = answer.trim()
  if (!/^[a-z]{2,3}(-[a-z\d]{2,8}){0,2}$/i.test(typed)) return null
  const [tag] = Intl.getCanonicalLocales(typed)
  const name = tag && new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag)
  return tag && name ? tag : null
}

export function isSameLanguage(one: string, other: string): boolean {
  return one.split('-')[0] === other.split('-')[0]
}

/** Returns a language's English name, as the admin is in English. */
export function englishNameOf(tag: string): string {
  return String(new Intl.DisplayNames(['en'], { type: 'language' }).of(tag))
}
