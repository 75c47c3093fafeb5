import { NAME_IN_BRACES, namesIn } from '#app/lib/names-in-braces.ts'

/** Values that texts refer to in braces: `{replyWithin}`, or a service's own as `{ai-chatbots.timeline}`. */
export type Facts = Readonly<Record<string, string>>

/** Puts facts into a text. A sentence that names an empty fact is left out; an unknown name stays as it is. */
export function fillFacts(text: string, facts: Facts): string {
  const names = namesIn(text).filter((name) => Object.hasOwn(facts, name))
  if (names.length === 0) return text
  const empty = new Set(names.filter((name) => facts[name] === ''))
  const told = empty.size === 0 ? text : withoutSentences(text, empty)
  return told.replaceAll(NAME_IN_BRACES, (place, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? '') : place,
  )
}

/** Fills all strings of an object or list, at any depth. */
export function fillAllFacts<Value>(value: Value, facts: Facts): Value {
  return fillValue(value, facts) as Value
}

function fillValue(value: unknown, facts: Facts): unknown {
  if (typeof value === 'string') return fillFacts(value, facts)
  if (Array.isArray(value)) return value.map((item) => fillValue(item, facts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, facts)]))
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

function withoutSentences(text: string, empty: ReadonlySet<string>): string {
  // Names start with a lower-case letter, before which the segmenter would not end a sentence.
  const legible = text.replaceAll(NAME_IN_BRACES, (place) => 'X'.repeat(place.length))
  const kept = Array.from(sentences.segment(legible), ({ index, segment }) =>
    text.slice(index, index + segment.length),
  ).filter((sentence) => !namesIn(sentence).some((name) => empty.has(name)))
  return kept.join('').trimEnd()
}
