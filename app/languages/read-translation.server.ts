import { type ProductLanguage, productLanguageOf, pseudoLanguages } from '#app/lib/languages.ts'
import type { ProductTranslation } from '#app/platform/wording.ts'

import type { Translation } from './translation.ts'

/** The product's texts by language, loaded when a language is first needed. */
const languages: Readonly<Record<Exclude<ProductLanguage, 'en'>, () => Promise<Translation>>> = {
  ar: async () => (await import('./ar/index.ts')).ar,
  bn: async () => (await import('./bn/index.ts')).bn,
  de: async () => (await import('./de/index.ts')).de,
  es: async () => (await import('./es/index.ts')).es,
  fr: async () => (await import('./fr/index.ts')).fr,
  hi: async () => (await import('./hi/index.ts')).hi,
  id: async () => (await import('./id/index.ts')).id,
  it: async () => (await import('./it/index.ts')).it,
  ja: async () => (await import('./ja/index.ts')).ja,
  nl: async () => (await import('./nl/index.ts')).nl,
  pl: async () => (await import('./pl/index.ts')).pl,
  pt: async () => (await import('./pt/index.ts')).pt,
  ru: async () => (await import('./ru/index.ts')).ru,
  tr: async () => (await import('./tr/index.ts')).tr,
  ur: async () => (await import('./ur/index.ts')).ur,
  zh: async () => (await import('./zh/index.ts')).zh,
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
  const { welcome, questions, facts, ...sets } = await languages[language as keyof typeof languages]()
  return { welcome, questions, facts, sets }
}
