import { type ProductLanguage, productLanguageOf, pseudoLanguages } from '#app/lib/languages.ts'
import type { ProductTranslation } from '#app/platform/wording.ts'

import type { PartialTranslation } from './translation.ts'

/** The product's texts by language, loaded when a language is first needed. */
const languages: Readonly<Record<Exclude<ProductLanguage, 'en'>, () => Promise<PartialTranslation>>> = {
  ar: async () => (await import('./ar.ts')).ar,
  bn: async () => (await import('./bn.ts')).bn,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  hi: async () => (await import('./hi.ts')).hi,
  id: async () => (await import('./id.ts')).id,
  it: async () => ({}),
  ja: async () => ({}),
  nl: async () => ({}),
  pl: async () => ({}),
  pt: async () => (await import('./pt.ts')).pt,
  ru: async () => (await import('./ru.ts')).ru,
  tr: async () => ({}),
  ur: async () => (await import('./ur.ts')).ur,
  zh: async () => (await import('./zh.ts')).zh,
}

const known = new Map<string, Promise<ProductTranslation>>()

/** Returns what the product says in the language of a tag; null for English and for languages without texts. */
export async function readTranslation(tag: string): Promise<ProductTranslation | null> {
  const isPseudo = pseudoLanguages.some((each) => each === tag)
  const language = isPseudo ? tag : productLanguageOf(tag)
  if (language === null || language === 'en') return null
  const reading = known.get(language) ?? load(language)
  known.set(language, reading)
  return reading
}

async function load(language: string): Promise<ProductTranslation> {
  if (language.includes('-')) return (await import('./pseudo.server.ts')).pseudoTranslation
  // Every other language without a region is one of the product.
  const {
    welcome = '',
    questions = {},
    facts = {},
    ...sets
  } = await languages[language as keyof typeof languages]()
  return { welcome, questions, facts, sets }
}
