import { defaultLocale, type PublicTexts } from '#app/lib/messages.ts'
import type { NamedPage, TranslatedTexts, Wording } from '#app/platform/wording.ts'

import { type Facts, fillFacts } from '../facts/fill-facts.ts'

import { starterFacts } from '../facts/starter-facts.ts'

import { isPlural, mapTexts, type PlacedText } from './texts-in.ts'

/** The owner's texts, by the name of a set and the place in it: `leads.toast.sentText`. */
export type Changes = Readonly<Record<string, string>>

type Sources = { changes: Changes; facts: Facts; pages: readonly NamedPage[] }

/** Prepares each set of texts when it is first needed, and keeps it. */
export function makeWording({ changes, facts, pages }: Sources): Wording {
  const made = new Map<unknown, unknown>()
  return {
    pages,
    fill: (text) => fillFacts(text, facts),
    texts<Strings>(set: PublicTexts<Strings>, translated?: TranslatedTexts): Strings {
      const key = translated?.texts ?? set
      if (!made.has(key)) {
        const worded = wordSet(set, changes, facts)
        made.set(key, key === set ? worded : translateSet(worded, { set, translated, changes, facts }))
      }
      // The key determines the set, and so the type.
      return made.get(key) as Strings
    },
  }
}

function wordSet<Strings>({ name, of }: PublicTexts<Strings>, changes: Changes, facts: Facts): Strings {
  return mapTexts(of[defaultLocale], (placed) => {
    const key = `${name}.${placed.place}`
    const worded = Object.hasOwn(changes, key) ? (changes[key] ?? placed.text) : placed.text
    return fillPlaced({ ...placed, text: worded }, facts)
  })
}

function fillPlaced({ text, places }: PlacedText, facts: Facts): string {
  const shadowed = places.filter((each) => Object.hasOwn(facts, each))
  return fillFacts(text, shadowed.length === 0 ? facts : without(facts, shadowed))
}

type Translating = {
  set: PublicTexts<unknown>
  translated: TranslatedTexts | undefined
  changes: Changes
  facts: Facts
}

function translateSet(worded: unknown, { set, translated, changes, facts }: Translating): unknown {
  const changed = Object.keys(changes)
  const named = { ...facts, ...startersIn(translated?.facts, facts) }
  const filled = mapTexts(translated?.texts, (placed) => fillPlaced(placed, named))
  const isChanged = (place: string) => changed.some((key) => key === place || key.startsWith(`${place}.`))
  const choose = (own: unknown, other: unknown, place: string): unknown => {
    if (typeof own === 'string') return typeof other === 'string' && !isChanged(place) ? other : own
    if (typeof own !== 'object' || own === null || typeof other !== 'object' || other === null) return own
    // A plural is taken as a whole, because languages have different forms.
    if (isPlural(own)) return isChanged(place) ? own : other
    const others = new Map<string, unknown>(Object.entries(other))
    return Object.fromEntries(
      Object.entries(own).map(([key, each]) => [key, choose(each, others.get(key), `${place}.${key}`)]),
    )
  }
  return choose(worded, filled, set.name)
}

/** Only facts that the owner has not changed are translated. */
function startersIn(translated: Facts = {}, facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(translated).filter(([name]) =>
      starterFacts.some((fact) => fact.name === name && fact.value === facts[name]),
    ),
  )
}

/** A name that code fills is never a fact, even if the owner has a fact of that name. */
function without(facts: Facts, names: readonly string[]): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)))
}
