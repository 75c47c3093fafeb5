import type { ProductText } from '#app/platform/wording.ts'

import { namesIn } from '#app/lib/names-in-braces.ts'

/** Returns what is wrong with another wording of a text, as a sentence; null if nothing is. */
export function checkText(
  typed: string,
  { places, required }: Pick<ProductText, 'places' | 'required'>,
  facts: ReadonlySet<string>,
): string | null {
  const names = namesIn(typed)
  const unknown = names.find((name) => !places.includes(name) && !facts.has(name))
  if (unknown !== undefined)
    return `There is no {${unknown}} here. Please use ${inWords(places)}, or remove the braces.`
  const missing = required.find((name) => !names.includes(name))
  return missing === undefined ? null : `Please keep {${missing}}, which is filled in here.`
}

function inWords(places: readonly string[]): string {
  const named = places.map((place) => `{${place}}`)
  return new Intl.ListFormat('en', { type: 'disjunction' }).format([...named, 'a fact'])
}
