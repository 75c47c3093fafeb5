import { defaultLocale, type PublicTexts } from '#app/lib/messages.ts'
import type { NamedPage, ProductTranslation, Wording } from '#app/platform/wording.ts'

import { type Facts, fillFacts } from '../facts/fill-facts.ts'
import { starterFacts } from '../facts/starter-facts.ts'

import { isPlural, mapTexts, type PlacedText } from './texts-in.ts'

/** The owner's texts, by the name of a set and the place in it: `leads.toast.sentText`. */
export type Changes = Readonly<Record<string, string>>

type Sources = {
  changes: Changes
  facts: Facts
  pages: readonly NamedPage[]
  /** The product's texts in the site's language; null for English. */
  translation: ProductTranslation | null
}

/** Prepares each set of texts when it is first needed, and keeps it. */
export function makeWording({ changes, facts, pages, translation: own }: Sources): Wording {
  const made = new Map<ProductTranslation | null, Map<string, unknown>>()
  return {
    pages,
    fill: (text) => fillFacts(text, facts),
    texts<Strings>(set: PublicTexts<Strings>, translation = own): Strings {
      const sets = made.get(translation) ?? new Map<string, unknown>()
      made.set(translation, sets)
      if (!sets.has(set.name)) {
        const named =
          translation === own ? facts : { ...facts, ...translatedFacts(facts, { translation, own }) }
        sets.set(set.name, wordSet(set, { translation, changes, facts: named }))
      }
      // The name determines the set, and so the type.
      return sets.get(set.name) as Strings
    },
  }
}

type Choosing = { translation: ProductTranslation | null; changes: Changes; facts: Facts }

/** Takes each text from the owner, else from the translation, else from the English set. */
function wordSet<Strings>(
  { name, of }: PublicTexts<Strings>,
  { translation, changes, facts }: Choosing,
): Strings {
  const changed = Object.keys(changes)
  const isChanged = (place: string) => changed.some((key) => key === place || key.startsWith(`${place}.`))
  const choose = (english: unknown, other: unknown, place: string): unknown => {
    if (typeof english === 'string') return typeof other === 'string' ? other : english
    if (typeof english !== 'object' || english === null || typeof other !== 'object' || other === null)
      return english
    // A plural is taken as a whole, because languages have different forms.
    if (isPlural(english)) return isChanged(place) ? english : other
    const others = new Map<string, unknown>(Object.entries(other))
    return Object.fromEntries(
      Object.entries(english).map(([key, each]) => [key, choose(each, others.get(key), `${place}.${key}`)]),
    )
  }
  const chosen = choose(of[defaultLocale], translation?.sets[name], name)
  return mapTexts(chosen as Strings, (placed) => {
    const text = changes[`${name}.${placed.place}`] ?? placed.text
    return fillPlaced({ ...placed, text }, facts)
  })
}

function fillPlaced({ text, places }: PlacedText, facts: Facts): string {
  const shadowed = places.filter((each) => Object.hasOwn(facts, each))
  return fillFacts(text, shadowed.length === 0 ? facts : without(facts, shadowed))
}

/** Returns the starter's facts in the translation's words, where the owner has not changed them. */
export function translatedFacts(
  facts: Facts,
  { translation, own = null }: { translation: ProductTranslation | null; own?: ProductTranslation | null },
): Facts {
  return Object.fromEntries(
    starterFacts.flatMap(({ name, value }) =>
      facts[name] === (own?.facts[name] ?? value) ? [[name, translation?.facts[name] ?? value]] : [],
    ),
  )
}

/** A name that code fills is never a fact, even if the owner has a fact of that name. */
function without(facts: Facts, names: readonly string[]): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)))
}
