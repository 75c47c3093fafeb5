import { defaultLocale, type PublicTexts } from '#app/lib/messages.ts'
import type { NamedPage, Wording } from '#app/platform/wording.ts'

import { type Facts, fillFacts } from '../facts/fill-facts.ts'

import { mapTexts } from './texts-in.ts'

/** The owner's words, by the name of a set and the place in it: `leads.toast.sentText`. */
export type Changes = Readonly<Record<string, string>>

type Sources = { changes: Changes; facts: Facts; pages: readonly NamedPage[] }

/** Words each set of texts once, when it is first asked for. */
export function makeWording({ changes, facts, pages }: Sources): Wording {
  const made = new Map<unknown, unknown>()
  return {
    pages,
    fill: (text) => fillFacts(text, facts),
    texts<Strings>(set: PublicTexts<Strings>): Strings {
      if (!made.has(set)) made.set(set, wordSet(set, changes, facts))
      // Only what was made of a set is kept under it.
      return made.get(set) as Strings
    },
  }
}

function wordSet<Strings>({ name, of }: PublicTexts<Strings>, changes: Changes, facts: Facts): Strings {
  return mapTexts(of[defaultLocale], ({ place, text, places }) => {
    const key = `${name}.${place}`
    const worded = Object.hasOwn(changes, key) ? (changes[key] ?? text) : text
    const shadowed = places.filter((each) => Object.hasOwn(facts, each))
    return fillFacts(worded, shadowed.length === 0 ? facts : without(facts, shadowed))
  })
}

/** What code fills is never a fact, even where the owner named one so. */
function without(facts: Facts, names: readonly string[]): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)))
}
